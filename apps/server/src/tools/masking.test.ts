// @module-tag pure
import { describe, expect, test } from 'vitest';
import { isSecretName, mask } from './masking.ts';

const secret = 'S3cr3t-Value/with+signs=42';
const encodings: Readonly<Record<string, string>> = {
  'as it is': secret,
  'in base64': Buffer.from(secret).toString('base64'),
  'in base64 for URLs': Buffer.from(secret).toString('base64url'),
  'in a URL': encodeURIComponent(secret),
  'in Basic': Buffer.from(`user:${secret}`).toString('base64'),
  'in Basic as the name': Buffer.from(`${secret}:p`).toString('base64'),
  'in hex': Buffer.from(secret).toString('hex'),
  'in JSON': JSON.stringify(`${secret}"`),
  'in upper case': secret.toUpperCase(),
};

test.each(Object.entries(encodings))('a secret %s is masked in JSON and in text', (_, encoded) => {
  for (const text of [`You sent ${encoded} to us.`, JSON.stringify({ echo: { data: `x ${encoded} y` }, id: 7 })]) {
    const masked = mask(text, [secret]);
    expect(masked).toContain('[redacted]');
    // Less than eight characters in a row are left of it.
    for (let at = 0; at + 8 <= encoded.length; at += 1) expect(masked).not.toContain(encoded.slice(at, at + 8));
  }
});

test('JSON stays JSON, and what isn’t secret stays as it was written', () => {
  const text = `{ "id" : 7,\n "name": "Ada",  "note": "5 tokens, basic plan, key-holder, https://a.test/x?page=2" }`;
  expect(mask(text, [secret])).toBe(text);
  expect(JSON.parse(mask(`{"a":"${secret}","b":[1,null]}`, [secret]))).toEqual({ a: '[redacted]', b: [1, null] });
  expect(mask(text, [])).toBe(text);
  expect(mask('', [secret])).toBe('');
});

test('a short or empty secret hides nothing else', () => {
  expect(mask('a text with a', ['', 'a', 'ab'])).toBe('a text with a');
  expect(mask('pin is 1234.', ['1234'])).toBe('pin is [redacted].');
});

describe('by name', () => {
  test.each([
    ...[
      'password',
      'Password',
      'user_password',
      'dbPassword',
      'passwd',
      'token',
      'access_token',
      'refreshToken',
      'apiKey',
    ],
    ...['api_key', 'API-KEY', 'X-Api-Key', 'apikey', 'secret', 'client_secret', 'clientSecret', 'authorization'],
    ...['Proxy-Authorization', 'cookie', 'Set-Cookie', 'privateKey', 'sessionId', 'credentials', 'jwt', 'id_token'],
  ])('%s is secret', (name) => expect(isSecretName(name)).toBe(true));

  test.each([
    ...[
      'name',
      'nextPageToken',
      'next_token',
      'page_token',
      'continuationToken',
      'max_tokens',
      'tokens',
      'prompt_tokens',
    ],
    ...[
      'tokenCount',
      'token_type',
      'secretary',
      'passwordless',
      'keyboard',
      'monkey',
      'cookieless',
      'author',
      'has_password_set',
    ],
  ])('%s is not', (name) => expect(isSecretName(name)).toBe(false));

  test('members of JSON', () => {
    const value = {
      user: { name: 'Ada', password: 'hunter2', hasToken: true, token: null, apiKey: 12345 },
      credentials: { login: 'ada', keys: ['a', 'b'], active: true },
      list: [{ access_token: 'abc' }, 'Authorization: Basic dXNlcjpwYXNzd29yZDEyMw=='],
    };
    expect(JSON.parse(mask(JSON.stringify(value), []))).toEqual({
      user: { name: 'Ada', password: '[redacted]', hasToken: true, token: null, apiKey: '[redacted]' },
      credentials: { login: '[redacted]', keys: ['[redacted]', '[redacted]'], active: true },
      list: [{ access_token: '[redacted]' }, 'Authorization: [redacted]'],
    });
  });

  test('JSON in a text in JSON, as of a request that is shown', () => {
    const exchange = {
      request: {
        headers: { authorization: 'Bearer abc', 'x-api-key': 'k', accept: '*/*' },
        body: '{"password":"p","a":1}',
      },
      response: { status: 200, headers: { 'set-cookie': 'sid=1' }, body: '[{"token":"t"}]' },
    };
    expect(JSON.parse(mask(JSON.stringify(exchange), []))).toEqual({
      request: {
        headers: { authorization: '[redacted]', 'x-api-key': '[redacted]', accept: '*/*' },
        body: '{"password":"[redacted]","a":1}',
      },
      response: { status: 200, headers: { 'set-cookie': '[redacted]' }, body: '[{"token":"[redacted]"}]' },
    });
  });

  test.each([
    ['Set-Cookie: sid=abc; Path=/\nDate: today', 'Set-Cookie: [redacted]\nDate: today'],
    ['GET /a?access_token=abc&x=1 HTTP/1.1', 'GET /a?access_token=[redacted]&x=1 HTTP/1.1'],
    ['password=hunter2;user=ada', 'password=[redacted];user=ada'],
    ["{'api_key': 'abc', 'id': 1}", "{'api_key': '[redacted]', 'id': 1}"],
    ['{"token":"abc","a":', '{"token":"[redacted]","a":'],
    ['Use Bearer abcdefghijklmnopqrst now', 'Use Bearer [redacted] now'],
    ['the key is sk-live_abc123def', 'the key is [redacted]'],
    ['basic plan, bearer of news: token of love', 'basic plan, bearer of news: token of love'],
  ])('%j in text', (text, masked) => {
    expect(mask(text, [])).toBe(masked);
  });
});

test('deep JSON and JSON in JSON without an end are text', () => {
  let text = '{"password":"p"}';
  for (let at = 0; at < 6; at += 1) text = JSON.stringify({ a: text });
  expect(() => mask(text, [])).not.toThrow();
  expect(() => mask('['.repeat(100_000), [])).not.toThrow();
  expect(() => mask(`${'['.repeat(5_000)}${']'.repeat(5_000)}`, [])).not.toThrow();
});
