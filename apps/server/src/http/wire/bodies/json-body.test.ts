import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { exchange } from '../../../../testing/processes/raw-socket.ts';
import { expectFailure, type RawRequest, type Reply, send } from '../../../../testing/request.ts';
import { maxDepth, maxNodes } from './json-body.ts';

const json = { 'content-type': 'application/json' };
const mebibyte = 1024 * 1024;
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

/** An object with nested arrays, `levels` deep in total. */
const nested = (levels: number) => `{"name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

/** A body with `values` values, including the object and its array. */
const wide = (values: number) => `{"name":[${Array.from({ length: values - 2 }, () => 1).join(',')}]}`;

const unreadable: Readonly<Record<string, RawRequest['body']>> = {
  'an empty body': '',
  'white space': '  \n',
  'half an object': '{"name":',
  'two objects': '{"name":"A"}{"name":"B"}',
  'a trailing comma': '{"name":"A",}',
  'single quotes': "{'name':'A'}",
  'a comment': '{"name":"A"/* so */}',
  NaN: '{"temperature":NaN}',
  'a raw line break in a string': '{"name":"A\nB"}',
  'bad UTF-8': bytes('{"name":"', [0xc3, 0x28], '"}'),
  'an overlong encoding': bytes('{"name":"', [0xc0, 0xaf], '"}'),
  'a surrogate in UTF-8': bytes('{"name":"', [0xed, 0xa0, 0x80], '"}'),
  'UTF-16': Buffer.from('{"name":"A"}', 'utf16le'),
  'an array': '[{"name":"A"}]',
  'a string': '"name"',
  'a number': '7',
  null: 'null',
  'the key __proto__': '{"name":"A","__proto__":{"isAdmin":true}}',
  'the key constructor, deep down': '{"name":{"a":[{"constructor":1}]}}',
  'the key prototype': '{"prototype":1}',
  'an escaped __proto__': '{"\\u005f_proto__":1}',
  'a lone surrogate in a key': '{"\\ud800":1}',
  'one level too many': nested(maxDepth + 1),
  '200,000 levels': nested(200_000),
  'one value too many': wide(maxNodes + 1),
};

/** Text and numbers that are valid JSON but can't be stored. */
const unstorable: Readonly<Record<string, string>> = {
  NUL: '{"name":"A\\u0000B"}',
  'a lone high surrogate': '{"name":"A\\ud83d"}',
  'a lone low surrogate': '{"name":"\\ude00A"}',
  'a number beyond the range of a double': '{"name":"A","temperature":1e400}',
};

const accepted: readonly string[] = [
  'application/json',
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json\t; charset=utf-8',
  ' application/json ',
];

const refused: readonly string[] = [
  '',
  'text/plain',
  'text/plain; application/json',
  'text/plain\tapplication/json',
  'application/jsonp',
  'application/json-seq',
  'application/problem+json',
  'application/json, text/plain',
  'application/json,application/json',
  'application /json',
  'application',
  '/',
  '*/*',
  'application/*',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'text/json',
];

describe.each(anyEngine)('request bodies, on %s', (engine) => {
  const parley = service(engine);
  let key: string;
  const create = (body: RawRequest['body'], headers: RawRequest['headers'] = json): Promise<Reply> =>
    send(parley.url, { method: 'POST', path: '/api/agents', key, headers, ...(body !== undefined && { body }) });

  beforeAll(async () => {
    key = await (await parley.person()).key();
  });

  test.each(accepted)('Content-Type %j is accepted', async (type) => {
    expect((await create('{"name":"A"}', { 'content-type': type })).status).toBe(201);
  });

  test('the last of two equal names counts, as in JSON.parse', async () => {
    const reply = await create('{"name":"A","name":"B"}');
    expect(reply.json()['data']).toMatchObject({ name: 'B' });
  });

  test('a byte order mark is skipped', async () => {
    expect((await create(bytes([0xef, 0xbb, 0xbf], '{"name":"A"}'))).status).toBe(201);
  });

  test('accepts a body at the limits of depth and size', async () => {
    for (const body of [nested(maxDepth), wide(maxNodes)]) {
      expect(expectFailure(await create(body), 'validation_failed').error).toContain('name must be a string');
    }
  });

  test('accepts a body of exactly 1 MiB', async () => {
    const start = '{"name":"A","description":"';
    const body = `${start}${'x'.repeat(mebibyte - start.length - 2)}"}`;
    expect(Buffer.byteLength(body)).toBe(mebibyte);
    expectFailure(await create(body), 'validation_failed');
    expectFailure(await create(`${body} `), 'payload_too_large');
  });

  test('accepts chunked bodies and limits their total size', async () => {
    const head = `POST /api/agents HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const [small] = await exchange(parley.url, head, '8\r\n{"name":\r\n', '4\r\n"A"}\r\n', '0\r\n\r\n');
    expect(small?.status).toBe(201);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const [large] = await exchange(parley.url, head, ...Array.from({ length: 17 }, () => chunk));
    expectFailure(large as Reply, 'payload_too_large');
  });

  test('413 is sent before the body arrives', async () => {
    const head = `POST /api/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 10737418240\r\n\r\n`;
    const [reply] = await exchange(parley.url, head);
    expectFailure(reply as Reply, 'payload_too_large');
  });

  test.each(Object.entries(unreadable))('400: %s', async (_what, body) => {
    expectFailure(await create(body), 'invalid_json');
  });

  test.each(Object.entries(unstorable))('400: %s', async (_what, body) => {
    const { details } = expectFailure(await create(body), 'validation_failed');
    expect(details).toHaveLength(1);
  });

  test('400: a missing body', async () => {
    expectFailure(await create(undefined), 'invalid_json');
    expectFailure(await send(parley.url, { method: 'POST', path: '/api/agents', key }), 'invalid_json');
    expectFailure(await send(parley.url, { method: 'PUT', path: '/api/agents/x', key }), 'invalid_json');
  });

  test.each(refused)('415: Content-Type %j', async (type) => {
    const reply = await create('{"name":"A"}', { 'content-type': type });
    expectFailure(reply, 'unsupported_media_type');
    expect(reply.headers.accept).toBe('application/json');
  });

  test('415: a body without a Content-Type', async () => {
    expectFailure(await create('{"name":"A"}', {}), 'unsupported_media_type');
  });

  test('415: a compressed body', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'gzip, br']) {
      const reply = await create('{"name":"A"}', { ...json, 'content-encoding': encoding });
      const { error } = expectFailure(reply, 'unsupported_media_type');
      expect(error).toBe(
        `Content-Encoding must be left out, because bodies are read as they are sent; it was ${encoding}.`,
      );
      expect(reply.headers['accept-encoding']).toBe('identity');
    }
    for (const encoding of ['identity', 'Identity', ''])
      expect((await create('{"name":"A"}', { ...json, 'content-encoding': encoding })).status).toBe(201);
    const odd = await create('{"name":"A"}', { ...json, 'content-encoding': '<script>' });
    expect(expectFailure(odd, 'unsupported_media_type').error).toMatch(/it was another one\.$/);
  });

  test('a DELETE needs no body, with or without a Content-Type', async () => {
    for (const headers of [{}, json]) {
      const path = String((await create('{"name":"A"}')).headers.location);
      expect((await send(parley.url, { method: 'DELETE', path, key, headers })).status).toBe(200);
    }
  });

  test('no refused body polluted a prototype', () => {
    expect(Object.prototype).not.toHaveProperty('isAdmin');
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });
});
