import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type Person, password, service } from '../../../testing/harness.ts';
import { expectFailure, type RawRequest, send, signIn } from '../../../testing/request.ts';

const dashboard = 'https://parley.example.com';

describe.each(anyEngine)('the session cookie over http, on %s', (engine) => {
  const parley = service(engine, { environment: { PUBLIC_URL: 'http://parley.example.com' } });
  let alice: Person;
  let cookie: string;
  const read = (headers: RawRequest['headers']) =>
    send(parley.url, { path: '/api/me', headers: { cookie, ...headers } });
  const write = (headers: RawRequest['headers']) =>
    send(parley.url, { method: 'POST', path: '/api/agents', headers: { cookie, ...headers }, body: { name: 'A' } });

  beforeAll(async () => {
    alice = await parley.person();
    ({ cookie } = await signIn(parley.url, alice.user.email));
  });

  test('is HttpOnly, SameSite=Strict, for all paths, and expires after seven days', async () => {
    const body = { email: alice.user.email, password };
    const reply = await send(parley.url, { method: 'POST', path: '/api/session', body });
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^parley_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  });

  test('the dashboard’s own pages may read and write', async () => {
    const own = [
      { origin: 'http://parley.example.com' },
      { origin: parley.url },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin', origin: 'http://parley.example.com' },
    ];
    for (const headers of own) {
      expect([(await read(headers)).status, (await write(headers)).status]).toEqual([200, 201]);
    }
  });

  test('a URL that the user types may read', async () => {
    expect((await read({ 'sec-fetch-site': 'none' })).status).toBe(200);
    expect((await read({})).status).toBe(200);
  });

  test.each([
    ['after others', (own: string) => `theme=dark; __proto__=x; ${own}`],
    [
      'before others and a second one of the same name, which are ignored',
      (own: string) => `${own};a="b=c"; parley_session=x`,
    ],
    ['with white space around it', (own: string) => `;; a ;\t${own} ;`],
  ])('is found %s', async (_where, among) => {
    expect((await read({ cookie: among(cookie) })).status).toBe(200);
  });

  test('401: a cookie without a valid session', async () => {
    const origin = parley.url;
    const others = [
      'parley_session=',
      'parley_session=short',
      `parley_session=${'x'.repeat(43)}`,
      'other=1',
      'parley_session',
      cookie.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
    ];
    for (const other of others) {
      const { status } = await read({ cookie: other, origin });
      expect({ other, status }).toEqual({ other, status: 401 });
    }
  });

  test('403: another site may neither read nor write', async () => {
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'http://parley.example.com.evil.example' },
      { origin: 'http://parley.example.com:8080' },
      { origin: 'https://parley.example.com' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of foreign) {
      expectFailure(await read(headers), 'origin_not_allowed');
      expectFailure(await write(headers), 'origin_not_allowed');
    }
  });

  test('403: a write without origin information', async () => {
    expectFailure(await write({}), 'origin_not_allowed');
    expectFailure(await write({ referer: 'http://parley.example.com/agents' }), 'origin_not_allowed');
    for (const method of ['PUT', 'DELETE']) {
      const request = { method, path: '/api/agents/x', headers: { cookie }, body: {} };
      expectFailure(await send(parley.url, request), 'origin_not_allowed');
    }
  });

  test('415: a form cannot write', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const headers = { cookie, origin: parley.url, 'content-type': type };
      const request = { method: 'POST', path: '/api/agents', headers, body: '{"name":"A"}' };
      expectFailure(await send(parley.url, request), 'unsupported_media_type');
    }
  });

  test('a key in the same request takes precedence over the cookie', async () => {
    const headers = { origin: 'https://evil.example' };
    const withKey = (key: string) => send(parley.url, { path: '/api/me', key, headers: { cookie, ...headers } });
    expect((await withKey(await alice.key())).json()['data']).toMatchObject({ kind: 'key' });
    expectFailure(await withKey('wrong'), 'invalid_api_key');
  });

  test('no answer allows another origin (CORS) by default', async () => {
    const preflight = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const replies = [
      await send(parley.url, { method: 'OPTIONS', path: '/api/agents', headers: preflight }),
      await read(preflight),
    ];
    expect(replies.map(({ status }) => status)).toEqual([405, 403]);
    for (const { headers } of replies) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('signing out deletes the cookie', async () => {
    const headers = await signIn(parley.url, alice.user.email);
    const reply = await send(parley.url, { method: 'DELETE', path: '/api/session', headers });
    expect(reply.headers['set-cookie']).toEqual(['parley_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
    const refused = await send(parley.url, { path: '/api/me', headers });
    expectFailure(refused, 'session_ended');
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="parley"');
  });
});

describe.each(anyEngine)('the session cookie over https, on %s', (engine) => {
  const parley = service(engine, { environment: { PUBLIC_URL: dashboard } });
  let cookie: string;

  beforeAll(async () => {
    const alice = await parley.person();
    const body = { email: alice.user.email, password };
    const reply = await send(parley.url, { method: 'POST', path: '/api/session', body });
    [cookie = ''] = reply.headers['set-cookie'] ?? [];
  });

  test('is Secure and bound to the host', () => {
    expect(cookie).toMatch(
      /^__Host-parley_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test('is accepted under that name', async () => {
    const headers = { cookie: cookie.split(';', 1)[0] ?? '', origin: dashboard };
    expect((await send(parley.url, { path: '/api/me', headers })).status).toBe(200);
  });

  test('401: under the plain name, which a neighbouring host could set', async () => {
    const headers = { cookie: (cookie.split(';', 1)[0] ?? '').replace('__Host-', ''), origin: dashboard };
    expectFailure(await send(parley.url, { path: '/api/me', headers }), 'missing_api_key');
  });
});
