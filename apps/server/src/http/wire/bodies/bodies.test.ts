import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { bodyEndpoints, Uploads } from '../../../../testing/fixtures/body-endpoints.ts';
import { service } from '../../../../testing/harness.ts';
import { exchange, openSocket } from '../../../../testing/processes/raw-socket.ts';
import { expectFailure, type RawRequest, type Reply, send } from '../../../../testing/request.ts';
import { openApiText } from '../../openapi/document.ts';

const mebibyte = 1024 * 1024;
const answerOf = (reply: Reply) => {
  expect(reply.status, reply.text).toBe(200);
  return (reply.json()['data'] as { answer: Record<string, unknown> }).answer;
};

describe.each(anyEngine)('kinds of bodies, on %s', (engine) => {
  const uploads = new Uploads();
  const parley = service(engine, { endpoints: bodyEndpoints(uploads) });
  let key: string;

  beforeAll(async () => {
    key = await (await parley.person()).key();
  });
  beforeEach(() => {
    Object.assign(uploads, new Uploads());
  });

  const post = (path: string, body: RawRequest['body'], headers: RawRequest['headers'] = {}, as = key) =>
    send(parley.url, {
      method: 'POST',
      path: `/api/test/${path}`,
      key: as,
      headers,
      ...(body !== undefined && { body }),
    });
  const headOf = (path: string, headers: Record<string, string | number>) =>
    `POST /api/test/${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`;

  describe('JSON with its own limit', () => {
    const sized = (bytes: number) => `{"text":"${'x'.repeat(bytes - '{"text":""}'.length)}"}`;
    const json = { 'content-type': 'application/json' };

    test('accepts a body up to its limit and no further', async () => {
      expect(answerOf(await post('json', sized(2 * mebibyte), json))).toEqual({ length: 2 * mebibyte - 11 });
      const { error } = expectFailure(await post('json', sized(2 * mebibyte + 1), json), 'payload_too_large');
      expect(error).toBe('The request body is larger than 2 MiB.');
    });

    test('leaves the limit of the others at 1 MiB', async () => {
      const body = { name: 'A', description: 'x'.repeat(mebibyte) };
      const reply = await send(parley.url, { method: 'POST', path: '/api/agents', key, body });
      expect(expectFailure(reply, 'payload_too_large').error).toBe('The request body is larger than 1 MiB.');
    });
  });

  describe('raw bytes', () => {
    const text = { 'content-type': 'text/plain' };

    test.each([
      ['JSON as it was written', '{ "b":1,\r\n"a" : 1.0 }'],
      ['bad UTF-8 and NUL', Buffer.from([0xff, 0x00, 0xc3, 0x28, 0xef, 0xbb, 0xbf])],
      ['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x61])],
    ])('%s reaches the handler unchanged', async (_what, body) => {
      for (const type of ['application/json', 'TEXT/plain; charset=utf-16']) {
        const answer = answerOf(await post('raw', body, { 'content-type': type }));
        expect(answer).toEqual({ base64: Buffer.from(body).toString('base64') });
      }
    });

    test('an empty body is empty bytes', async () => {
      expect(answerOf(await post('raw', '', text))).toEqual({ base64: '' });
      expect(answerOf(await post('raw', undefined))).toEqual({ base64: '' });
    });

    test('an endpoint for any type accepts every one, and none', async () => {
      for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'image/png' }]) {
        expect(answerOf(await post('any', '\x00{', headers))).toEqual({ length: 2 });
      }
    });

    test('a repeat is recognised by the bytes', async () => {
      const keyed = { ...text, 'idempotency-key': 'raw' };
      const first = await post('raw', 'one', keyed);
      const again = await post('raw', 'one', keyed);
      expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
      expectFailure(await post('raw', 'two', keyed), 'idempotency_key_reused');
      expect(uploads.handled).toBe(1);
    });

    test('400: fewer bytes than Content-Length states', async () => {
      const socket = await openSocket(parley.url);
      socket.end(`${headOf('raw', { 'Content-Type': 'text/plain', 'Content-Length': 9 })}short`);
      await new Promise((resolve) => socket.resume().once('close', resolve));
      expect(uploads.handled).toBe(0);
    });

    test('413: one byte too many, with and without a length', async () => {
      expect(answerOf(await post('raw', 'x'.repeat(1000), text))).toBeDefined();
      const { error } = expectFailure(await post('raw', 'x'.repeat(1001), text), 'payload_too_large');
      expect(error).toBe('The request body is larger than 1000 bytes.');
      const head = headOf('raw', { 'Content-Type': 'text/plain', 'Transfer-Encoding': 'chunked' });
      const [reply] = await exchange(parley.url, head, `3e9\r\n${'x'.repeat(1001)}\r\n`);
      expectFailure(reply as Reply, 'payload_too_large');
    });

    test('415: another type, or an encoding', async () => {
      for (const headers of [{}, { 'content-type': 'image/png' }, { 'content-type': 'nonsense' }]) {
        const reply = await post('raw', 'x', headers);
        const { error } = expectFailure(reply, 'unsupported_media_type');
        expect(error).toBe('Content-Type must be one of application/json, text/plain.');
        expect(reply.headers.accept).toBe('application/json, text/plain');
      }
      expectFailure(await post('raw', 'x', { ...text, 'content-encoding': 'gzip' }), 'unsupported_media_type');
    });
  });

  test('the API document describes them', () => {
    const { paths } = JSON.parse(openApiText(parley.app)) as {
      paths: Record<string, { post: Record<string, unknown> }>;
    };
    const bodyOf = (path: string) => paths[`/api/test/${path}`]?.post['requestBody'];
    const bytes = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
    expect(bodyOf('raw')).toMatchObject({ content: { 'application/json': { schema: bytes }, 'text/plain': {} } });
    expect(bodyOf('any')).toMatchObject({ content: { '*/*': { schema: bytes } } });
    expect(bodyOf('form/{place}')).toMatchObject({
      content: {
        'multipart/form-data': {
          schema: {
            required: ['title', 'file'],
            properties: { title: { maxLength: 20 }, file: { type: 'array', items: bytes, maxItems: 2 }, cover: bytes },
          },
        },
      },
    });
    expect(Object.keys(paths['/api/test/raw']?.post['responses'] ?? {})).toEqual(
      expect.arrayContaining(['200', '408', '413', '415']),
    );
  });
});
