import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { bodyEndpoints, Uploads } from '../../../../testing/fixtures/body-endpoints.ts';
import { formBytes, formType, type WrittenPart } from '../../../../testing/fixtures/forms.ts';
import { service } from '../../../../testing/harness.ts';
import { exchange, openSocket } from '../../../../testing/processes/raw-socket.ts';
import { expectFailure, type RawRequest, type Reply, send } from '../../../../testing/request.ts';
import type { ErrorCode } from '../../../errors.ts';

const mebibyte = 1024 * 1024;
const answerOf = (reply: Reply) => {
  expect(reply.status, reply.text).toBe(200);
  return (reply.json()['data'] as { answer: Record<string, unknown> }).answer;
};
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const title: WrittenPart = { name: 'title', content: 'A title' };
const file: WrittenPart = { name: 'file', fileName: 'a.txt', type: 'text/plain; charset=utf-8', content: 'content' };

/** Waits for a condition, also on a busy machine. */
const waitFor = (condition: () => unknown) => vi.waitFor(condition, 20_000);

describe.each(anyEngine)('multipart bodies, on %s', (engine) => {
  const uploads = new Uploads();
  const parley = service(engine, {
    endpoints: bodyEndpoints(uploads),
    timeouts: { headersTimeout: 1_000, requestTimeout: 2_000, connectionsCheckingInterval: 100 },
  });
  let key: string;
  let reader: string;

  beforeAll(async () => {
    const person = await parley.person();
    key = await person.key();
    reader = await person.key(['agents:read']);
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
  const form = (parts: readonly WrittenPart[], headers: Record<string, string> = {}) =>
    post('form/here', formBytes(parts), { ...formType(), ...headers });
  const headOf = (path: string, headers: Record<string, string | number>) =>
    `POST /api/test/${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`;

  test('hands over fields and files, in any order', async () => {
    const fields = [
      title,
      { name: 'pages', content: '12' },
      { name: 'tags', content: 'a' },
      { name: 'tags', content: 'b' },
    ];
    const expected = {
      fields: { title: 'A title', pages: 12, tags: ['a', 'b'] },
      files: {
        file: [
          {
            name: 'file',
            fileName: 'a.txt',
            contentType: 'text/plain',
            bytes: 7,
            hash: sha256('content'),
            received: sha256('content'),
          },
        ],
        cover: [],
      },
      place: 'here',
    };
    expect(answerOf(await form([...fields, file]))).toEqual(expected);
    expect(answerOf(await form([file, ...fields]))).toEqual(expected);
    expect(uploads.discarded).toEqual([]);
  });

  test('keeps a byte order mark at the start of a field', async () => {
    const content = '\ufeffA title';
    expect(answerOf(await form([{ ...title, content }, file]))['fields']).toEqual({ title: content });
  });

  test('reads what a browser sends', async () => {
    const body = new FormData();
    body.append('title', 'Grüße 😀');
    body.append(
      'file',
      new File([Buffer.alloc(3 * mebibyte, 'é')], 'größe 1.bin', { type: 'application/octet-stream' }),
    );
    body.append('file', new File([], 'empty'));
    const response = await fetch(`${parley.url}/api/test/form/x`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body,
    });
    expect(await response.json()).toMatchObject({
      data: {
        answer: {
          fields: { title: 'Grüße 😀' },
          files: {
            file: [
              { fileName: 'größe 1.bin', bytes: 3 * mebibyte },
              { fileName: 'empty', bytes: 0 },
            ],
          },
        },
      },
    });
  });

  test('strips folders from a file name', async () => {
    for (const fileName of ['../../etc/passwd', 'C:\\secret\\passwd', '/etc/passwd']) {
      const { files } = answerOf(await form([title, { ...file, fileName }]));
      expect(files).toMatchObject({ file: [{ fileName: 'passwd' }] });
    }
  });

  test('a repeat is recognised by its parts, whatever the boundary', async () => {
    const keyed = (boundary: string, parts: readonly WrittenPart[]) =>
      post('form/here', formBytes(parts, { boundary }), { ...formType(boundary), 'idempotency-key': 'form' });
    const first = await keyed('one', [title, file]);
    const again = await keyed('other', [title, file]);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expectFailure(await keyed('one', [title, { ...file, content: 'Content' }]), 'idempotency_key_reused');
    expectFailure(await keyed('one', [title, { ...file, fileName: 'b' }]), 'idempotency_key_reused');
    expectFailure(await keyed('one', [{ ...title, content: 'B' }, file]), 'idempotency_key_reused');
    expect(uploads.handled).toBe(1);
    await waitFor(() => expect(uploads.discarded).toHaveLength(4));
  });

  const refused: Readonly<Record<string, readonly [readonly WrittenPart[], ErrorCode, string]>> = {
    'a missing field': [[file], 'validation_failed', 'title is required.'],
    'an invalid field': [
      [{ ...title, content: 'x'.repeat(21) }, file],
      'validation_failed',
      'title must have at most 20 characters.',
    ],
    'text for a number': [
      [title, { name: 'pages', content: '0x1' }, file],
      'validation_failed',
      'pages must be a whole number.',
    ],
    'a missing file': [[title], 'validation_failed', 'file is required.'],
    'an unknown field': [[file, { name: 'titel', content: 'x' }], 'validation_failed', 'titel is not a known field.'],
    'an unknown file': [[title, file, { ...file, name: 'files' }], 'validation_failed', 'files is not a known file.'],
    'a prototype for a field': [
      [file, { name: '__proto__', content: 'x' }],
      'validation_failed',
      '__proto__ is not a known field.',
    ],
    'a prototype for a file': [
      [title, { ...file, name: 'constructor' }],
      'validation_failed',
      'constructor is not a known file.',
    ],
    'a field as a file': [
      [file, { ...title, fileName: 'x' }],
      'validation_failed',
      'title must be a field, without a file name.',
    ],
    'a file as a field': [
      [title, { name: 'file', content: 'x' }],
      'validation_failed',
      'file must be a file, with a file name.',
    ],
    'a field twice': [[title, title, file], 'validation_failed', 'title must be given once.'],
    'too many files': [[title, file, file, file], 'validation_failed', 'file must be at most 2 files.'],
    'a field repeated without end': [
      [title, ...Array.from({ length: 101 }, () => ({ name: 'tags', content: 'x' }))],
      'validation_failed',
      'tags must be given at most 100 times.',
    ],
    'NUL in a field': [
      [{ ...title, content: 'a\0' }, file],
      'validation_failed',
      'title must not contain the NUL character.',
    ],
    'a long file name': [
      [title, { ...file, fileName: 'x'.repeat(256) }],
      'validation_failed',
      'file must have a file name of at most 255 characters.',
    ],
    'bad UTF-8 in a field': [
      [file, { ...title, content: Buffer.from([0xc3, 0x28]) }],
      'bad_request',
      'The field title is not valid UTF-8.',
    ],
    'a part without a name': [
      [title, file, { content: 'x' }],
      'bad_request',
      'A part of the multipart body has no name.',
    ],
    'a large field': [
      [file, { ...title, content: 'x'.repeat(200_000) }],
      'payload_too_large',
      'The field title is larger than 128 KiB.',
    ],
    'a large file': [
      [title, file, { name: 'cover', fileName: 'c', content: 'x'.repeat(1001) }],
      'payload_too_large',
      'The file cover is larger than 1000 bytes.',
    ],
    'files that are too large together': [
      [title, { ...file, content: 'x'.repeat(4 * mebibyte) }, { ...file, content: 'x'.repeat(3 * mebibyte) }],
      'payload_too_large',
      'The request body is larger than 6 MiB.',
    ],
  };

  test.each(Object.entries(refused))('4xx: %s, and the files are discarded', async (_what, [parts, code, error]) => {
    expect(expectFailure(await form(parts), code).error).toBe(error);
    expect(uploads.handled).toBe(0);
    await waitFor(() => expect(uploads.discarded).toHaveLength(uploads.received.length));
  });

  test('413: a file that is too large, however the length is told', async () => {
    const large = formBytes([title, { ...file, content: 'x'.repeat(4 * mebibyte + 1) }]);
    expectFailure(await post('form/here', large, formType()), 'payload_too_large');
    const chunk = `100000\r\n${'x'.repeat(mebibyte)}\r\n`;
    const start = formBytes([title, { ...file, content: '' }], { end: false }).subarray(0, -2);
    const head = headOf('form/here', { ...formType(), 'Transfer-Encoding': 'chunked' });
    const length = headOf('form/here', { ...formType(), 'Content-Length': 10 * 1024 * mebibyte });
    const chunks = `${start.length.toString(16)}\r\n${start}\r\n`;
    const [[told], [chunked]] = await Promise.all([
      exchange(parley.url, length),
      exchange(parley.url, head, chunks, chunk.repeat(7)),
    ]);
    expectFailure(told as Reply, 'payload_too_large');
    expect(expectFailure(chunked as Reply, 'payload_too_large').error).toMatch(/is larger than [46] MiB\.$/);
    expect(uploads.broken).toHaveLength(2);
  });

  test.each([
    ['empty parts', '--limit\r\n\r\n'.repeat(100_000), '1000 parts'],
    ['an epilogue', formBytes([title]) + 'abc\r\n'.repeat(100_000), '64 KiB outside of its parts'],
  ])('413: %s after a whole file; nothing of it stays', async (_what, rest, limit) => {
    const start = formBytes([file], { end: false });
    const reply = await post('form/here', Buffer.concat([start, Buffer.from(rest)]), formType());
    expect(expectFailure(reply, 'payload_too_large').error).toBe(`The multipart body has more than ${limit}.`);
    expect(reply.headers.connection).toBe('close');
    expect(uploads.handled).toBe(0);
    expect(uploads.received).toEqual(['a.txt']);
    await waitFor(() => expect(uploads.discarded).toHaveLength(1));
  });

  test.each([
    ['no end', formBytes([title, file], { end: false })],
    ['half a part', formBytes([title, file]).subarray(0, -30)],
    ['half a header', formBytes([title, file]).subarray(0, 30)],
    ['no part at all', Buffer.from('nothing of the kind')],
    ['nothing', Buffer.alloc(0)],
    ['another boundary', formBytes([title, file], { boundary: 'other' })],
  ])('400: a body with %s', async (_what, body) => {
    expectFailure(await post('form/here', body, formType()), 'bad_request');
    expect(uploads.handled).toBe(0);
    await waitFor(() => expect(uploads.discarded).toHaveLength(uploads.received.length));
  });

  test('400: no boundary', async () => {
    expectFailure(
      await post('form/here', formBytes([title, file]), { 'content-type': 'multipart/form-data' }),
      'bad_request',
    );
  });

  test('401 and 403 come before the body', async () => {
    const body = formBytes([title, { ...file, content: 'x'.repeat(mebibyte) }]);
    expectFailure(await post('form/here', body, formType(), 'nonsense'), 'invalid_api_key');
    expectFailure(await post('form/here', body, formType(), reader), 'insufficient_scope');
    expect(uploads.received).toEqual([]);
  });

  test('408: a body that never ends, and its half file goes', async () => {
    const start = formBytes([title, file], { end: false });
    const [reply] = await exchange(parley.url, headOf('form/here', { ...formType(), 'Content-Length': 1000 }), start);
    expectFailure(reply as Reply, 'request_timeout');
    await waitFor(() => expect([uploads.broken.length, uploads.handled]).toEqual([1, 0]));
  });

  test('415: another type, an encoding, or nothing', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }, { ...formType(), 'content-encoding': 'gzip' }]) {
      const reply = await post('form/here', formBytes([title, file]), headers);
      const isEncoded = 'content-encoding' in headers;
      expect(expectFailure(reply, 'unsupported_media_type').error).toMatch(
        isEncoded
          ? /^Content-Encoding must be left out.*it was gzip\.$/
          : /^Content-Type must be multipart\/form-data\.$/,
      );
      expect(reply.headers.accept).toBe('multipart/form-data');
    }
    expectFailure(await post('form/here', undefined), 'unsupported_media_type');
  });

  test('500: a failing handler has its files discarded', async () => {
    uploads.refuse = new Error('broken');
    expectFailure(await form([title, file]), 'internal_error');
    expect(uploads.discarded).toEqual([sha256('content')]);
  });

  test('a client that leaves in the middle leaves nothing behind', async () => {
    const socket = await openSocket(parley.url);
    socket.write(headOf('form/here', { ...formType(), 'Content-Length': 5 * mebibyte }));
    socket.write(
      formBytes([title, { ...file, fileName: 'whole' }, { ...file, content: 'x'.repeat(mebibyte) }], { end: false }),
    );
    await waitFor(() => expect(uploads.received).toEqual(['whole']));
    socket.destroy();
    await waitFor(() => expect([uploads.broken.length, uploads.discarded.length]).toEqual([1, 1]));
    expect(uploads.handled).toBe(0);
  });

  test('a refusal in the middle reaches a client that is still sending', async () => {
    const parts = [
      { name: 'titel', content: 'x' },
      { ...file, content: 'x'.repeat(4 * mebibyte) },
    ];
    for (let time = 0; time < 5; time += 1) expectFailure(await form(parts), 'validation_failed');
  });
});
