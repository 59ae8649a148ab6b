import type { Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { bodyEndpoints, Uploads } from '../../../testing/fixtures/body-endpoints.ts';
import { service } from '../../../testing/harness.ts';
import { signInHead, socketFrom, unfinishedSignIns, until } from '../../../testing/jobs/unfinished.ts';
import { repliesOn } from '../../../testing/processes/raw-socket.ts';
import { expectFailure, type Reply, send } from '../../../testing/request.ts';
import { openApiText } from '../openapi/document.ts';
import { arrivingLimits, createArrivingBodies } from './arriving-bodies.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

describe.each(anyEngine)('bodies that arrive, on %s', (engine) => {
  const parley = service(engine, {
    environment: { PARLEY_TRUSTED_PROXIES: '127.0.9.0/24' },
    endpoints: bodyEndpoints(new Uploads()),
    // Long, so that an unfinished body stays one.
    timeouts: { requestTimeout: 600_000 },
  });
  let key: string;
  let other: string;
  beforeAll(async () => {
    key = await (await parley.person()).key();
    other = await (await parley.person()).key();
  });

  const sockets: Socket[] = [];
  const from = async (address: string) => {
    const socket = await socketFrom(parley.url, address);
    sockets.push(socket);
    return socket;
  };
  const taken = () => parley.app.arriving.counts.bytes;
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await until(() => taken() === 0);
  });

  /** Sends bytes from an address; the first reply. */
  const reply = async (address: string, ...bytes: readonly string[]): Promise<Reply> => {
    const socket = await from(address);
    const replies = repliesOn(socket);
    for (const part of bytes) socket.write(part);
    socket.end();
    return (await replies)[0] as Reply;
  };
  const signIn = (address: string) => reply(address, `${signInHead('Connection: close\r\nContent-Length: 2')}{}`);
  const createHead = (framing: string, as = key) =>
    `POST /api/agents HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${as}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`;

  describe('at a public endpoint', () => {
    test('200 unfinished ones of one address: most are refused unread, and others are served', async () => {
      const replies = Array.from({ length: 200 }, async () => {
        const socket = await from('127.0.1.1');
        const answered = repliesOn(socket);
        socket.write(`${signInHead()}{`);
        return answered;
      });
      await until(() => taken() === arrivingLimits.perAddress && parley.app.arriving.counts.refused >= 168);
      expectFailure(await signIn('127.0.1.2'), 'validation_failed');
      expectFailure(await signIn('127.0.1.1'), 'too_many_concurrent');
      for (const socket of sockets) socket.end();
      const statuses = (await Promise.all(replies)).map(([first]) => first?.status);
      expect(statuses.filter((status) => status === 429)).toHaveLength(168);
    });

    test('429 with Retry-After, and the connection is closed', async () => {
      sockets.push(...(await unfinishedSignIns(parley, 32, '127.0.1.3')));
      const refused = await reply('127.0.1.3', signInHead('Content-Length: 8192'));
      const { error } = expectFailure(refused, 'too_many_concurrent');
      expect(error).toBe('Too many request bodies of this address are arriving.');
      expect(refused.headers).toMatchObject({ 'retry-after': '1', connection: 'close' });
    });

    test('count by the client behind a trusted proxy', async () => {
      const via = (client: string) => `X-Forwarded-For: ${client}\r\nConnection: close\r\nContent-Length: 2`;
      const half = await Promise.all(Array.from({ length: 32 }, () => from('127.0.9.1')));
      for (const socket of half) socket.write(`${signInHead(via('198.51.100.7'))}{`);
      await until(() => taken() === arrivingLimits.perAddress);
      expectFailure(await reply('127.0.9.1', `${signInHead(via('198.51.100.7'))}{}`), 'too_many_concurrent');
      expectFailure(await reply('127.0.9.1', `${signInHead(via('198.51.100.8'))}{}`), 'validation_failed');
    });

    const padded = (bytes: number) => `{"x":"${'x'.repeat(bytes - '{"x":""}'.length)}"}`;
    const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

    test.each([
      ['with a length', (text: string) => [signInHead(`Connection: close\r\nContent-Length: ${text.length}`), text]],
      ['in chunks', (text: string) => [signInHead('Connection: close\r\nTransfer-Encoding: chunked'), chunked(text)]],
    ])('413: more than 8 KiB, %s', async (_how, framed) => {
      expectFailure(await reply('127.0.1.4', ...framed(padded(8 * kibibyte))), 'validation_failed');
      const { error } = expectFailure(
        await reply('127.0.1.4', ...framed(padded(8 * kibibyte + 1))),
        'payload_too_large',
      );
      expect(error).toBe('The request body is larger than 8 KiB.');
    });

    test('413 before any of it has arrived, if its length says so', async () => {
      const { counts } = parley.app.arriving;
      const socket = await from('127.0.1.5');
      const replies = repliesOn(socket);
      socket.write(signInHead('Content-Length: 8193'));
      await until(() => socket.bytesRead > 0);
      expect(counts.bytes).toBe(0);
      socket.end();
      expectFailure((await replies)[0] as Reply, 'payload_too_large');
    });

    test('the API document names the size', () => {
      const { paths } = JSON.parse(openApiText(parley.app)) as {
        paths: Record<string, Record<string, { description?: string; responses: object }>>;
      };
      for (const path of ['/api/session', '/api/setup', '/api/invitations/accept', '/api/invitations/preview']) {
        expect(paths[path]?.['post']?.description).toContain('The body has at most 8 KiB.');
        expect(Object.keys(paths[path]?.['post']?.responses ?? {})).toEqual(expect.arrayContaining(['413', '429']));
      }
      expect(paths['/api/agents']?.['post']?.description).not.toContain('KiB');
    });
  });

  describe('at other endpoints', () => {
    test('429: more than 32 MiB of one account; other accounts are served', async () => {
      for (let index = 0; index < 32; index += 1) {
        const socket = await from('127.0.2.1');
        socket.write(createHead(`Content-Length: ${mebibyte}`));
      }
      await until(() => taken() === 32 * mebibyte);
      const refused = await send(parley.url, { method: 'POST', path: '/api/agents', key, body: { name: 'A' } });
      const { error } = expectFailure(refused, 'too_many_concurrent');
      expect(error).toBe('Too many request bodies of this account are arriving.');
      const body = { name: 'Others' };
      expect((await send(parley.url, { method: 'POST', path: '/api/agents', key: other, body })).status).toBe(201);
      expect((await send(parley.url, { path: '/api/agents', key })).status).toBe(200);
    });

    test.each([
      ['JSON', 'json', 'application/json'],
      ['raw bytes', 'any', 'text/plain'],
      ['a form', 'form/here', 'multipart/form-data; boundary=x'],
    ])('%s: nothing is read before it is known who asks', async (_what, path, type) => {
      const head = (authorization: string) =>
        `POST /api/test/${path} HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: ${type}\r\nContent-Length: 1000\r\n\r\n`;
      const half = await from('127.0.2.2');
      half.write(head(`Authorization: Bearer ${key}\r\n`));
      await until(() => taken() > 0);
      const before = taken();
      const socket = await from('127.0.2.2');
      const replies = repliesOn(socket);
      socket.write(head(''));
      await until(() => socket.bytesRead > 0);
      expect(taken()).toBe(before);
      socket.end();
      expectFailure((await replies)[0] as Reply, 'missing_api_key');
    });

    test('the client that waits for 100 Continue sends its body only if it is wanted', async () => {
      const body = JSON.stringify({ name: 'Patient' });
      const ask = async (as: string) => {
        const socket = await from('127.0.2.3');
        let text = '';
        socket.on('data', (part: Buffer) => {
          text += part.toString('latin1');
        });
        socket.write(createHead(`Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}`, as));
        await until(() => text.includes('\r\n\r\n'));
        if (text.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) socket.write(body);
        await until(() => socket.destroyed);
        return text;
      };
      expect(await ask(key)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created/);
      expect(await ask('nonsense')).toMatch(/^HTTP\/1\.1 401 Unauthorized/);
    });

    test('413: a body in a great many small parts', async () => {
      const socket = await from('127.0.2.4');
      const replies = repliesOn(socket);
      socket.write(createHead('Transfer-Encoding: chunked'));
      socket.write(`c\r\n${' '.repeat(12)}\r\n`.repeat(70_000));
      socket.end();
      const { error } = expectFailure((await replies)[0] as Reply, 'payload_too_large');
      expect(error).toBe('The request body arrives in too many small parts.');
    });

    test('a body in small parts is put together', async () => {
      const text = JSON.stringify({ name: 'Byte by byte', systemPrompt: 'é😀x'.repeat(2_000) });
      const chunks = [...Buffer.from(text)].map((byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]));
      const socket = await from('127.0.2.5');
      const replies = repliesOn(socket);
      socket.write(createHead('Connection: close\r\nTransfer-Encoding: chunked'));
      socket.write(Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]));
      const [created] = await replies;
      expect(created?.json()).toMatchObject({ data: JSON.parse(text) });
    });

    test('take room no longer than they arrive, however they end', async () => {
      const good = JSON.stringify({ name: 'Done' });
      const socket = await from('127.0.2.6');
      socket.write(createHead('Content-Length: 1000'));
      await until(() => taken() > 0);
      socket.destroy();
      await until(() => taken() === 0);
      const heads = [`Content-Length: ${good.length}`, 'Transfer-Encoding: chunked', 'Content-Length: 5'];
      const bodies = [good, '5\r\n{"nam\r\nZ', '{"nam'];
      for (const [index, framing] of heads.entries()) {
        await reply('127.0.2.6', createHead(`Connection: close\r\n${framing}`), bodies[index] ?? '');
        await until(() => taken() === 0);
      }
    });
  });
});

test('the last quarter of the room is for accounts without another arriving body', () => {
  const bodies = createArrivingBodies({ total: 100_000, perAccount: 90_000, perAddress: 0 });
  const take = (account: string, bytes: number) =>
    bodies.take({ principal: { account: { id: account } } } as never, bytes);
  const free = take('a', 70_000);
  expect(() => take('a', 10_000)).toThrow('Too many request bodies are arriving.');
  const freeOther = take('b', 10_000);
  expect(() => take('c', 30_000)).toThrow('Too many request bodies are arriving.');
  expect(bodies.counts).toEqual({ bytes: 80_000, refused: 2 });
  free();
  freeOther();
  expect(bodies.counts.bytes).toBe(0);
  take('c', 80_000);
});
