import { once } from 'node:events';
import type { Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { bodyEndpoints, Uploads } from '../../../testing/fixtures/body-endpoints.ts';
import { formBytes, formType } from '../../../testing/fixtures/forms.ts';
import { service } from '../../../testing/harness.ts';
import { openSocket, repliesOn } from '../../../testing/processes/raw-socket.ts';
import { expectFailure, type Reply } from '../../../testing/request.ts';

const [engine = 'sqlite'] = anyEngine;
const refusal = 'The chunk sizes and extensions of the request body are too large.';

describe('what is around the content of a chunked body', () => {
  const uploads = new Uploads();
  const parley = service(engine, {
    endpoints: bodyEndpoints(uploads),
    timeouts: { connectionsCheckingInterval: 50 },
  });
  let key: string;
  beforeAll(async () => {
    key = await (await parley.person()).key();
  });

  const headOf = (path = 'any', headers: Readonly<Record<string, string>> = {}) =>
    [
      `POST /api/test/${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nTransfer-Encoding: chunked`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n');
  const chunk = (content: string, extension = '') => `${content.length.toString(16)}${extension}\r\n${content}\r\n`;
  const large = chunk('x', `;a=${'x'.repeat(15_000)}`);

  /** Sends parts until all are sent or the connection ends. */
  const pour = async (socket: Socket, part: string, count: number) => {
    for (let sent = 0; sent < count && socket.writable; sent += 1) {
      if (!socket.write(part))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
    }
  };

  test.each([
    ['30 MB of extensions', large, 2000],
    ['a chunk size of 30 MB of zeros', '0'.repeat(100_000), 300],
    ['chunks of one byte', chunk('x').repeat(1000), 100],
  ])('413: %s', async (_what, part, count) => {
    const socket = await openSocket(parley.url);
    const replies = repliesOn(socket);
    socket.write(headOf() + large);
    await pour(socket, part, count);
    expect(expectFailure((await replies)[0] as Reply, 'payload_too_large').error).toBe(refusal);
  });

  test('413: extensions within a form, whose file is not kept', async () => {
    const socket = await openSocket(parley.url);
    const replies = repliesOn(socket);
    const file = formBytes([{ name: 'file', fileName: 'a', content: 'x'.repeat(100) }], { end: false }).toString();
    socket.write(headOf('form/here', formType()) + chunk(file));
    await pour(socket, large, 2000);
    expect(expectFailure((await replies)[0] as Reply, 'payload_too_large').error).toBe(refusal);
    expect([uploads.received, uploads.handled]).toEqual([[], 0]);
  });

  test('431: trailers without an end', async () => {
    const socket = await openSocket(parley.url);
    const replies = repliesOn(socket);
    socket.write(`${headOf()}${chunk('x')}0\r\n`);
    await pour(socket, `A: ${'x'.repeat(10_000)}\r\n`, 100);
    expectFailure((await replies)[0] as Reply, 'headers_too_large');
  });

  test('counts for each request of a connection, and may be what small chunks need', async () => {
    const socket = await openSocket(parley.url);
    const replies = repliesOn(socket);
    const small = `${headOf() + chunk('x').repeat(20_000)}0\r\n\r\n`;
    for (let time = 0; time < 3; time += 1) socket.write(small);
    socket.write(
      `${headOf() + chunk('x')}0\r\n\r\n${headOf('any', { Connection: 'close' })}${chunk('x'.repeat(500_000))}`,
    );
    socket.write(`${chunk('0123456789abcdef').repeat(30_000)}0\r\n\r\n`);
    const lengths = (await replies).map((reply) => (reply.json()['data'] as { answer: unknown }).answer);
    expect(lengths).toEqual([20_000, 20_000, 20_000, 1, 980_000].map((length) => ({ length })));
  });
});
