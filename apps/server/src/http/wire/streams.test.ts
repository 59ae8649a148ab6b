import { once } from 'node:events';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { limitConnections } from '../limits/connections.ts';
import { connectionLimits } from '../limits/settings.ts';
import { closeStalledConnections } from './stalled-connections.ts';
import { asksForEvents, type ServerEvent, sendEvents, sendText } from './streams.ts';
import { createUnread } from './unread.ts';

test.each<[string | undefined, boolean]>([
  ['text/event-stream', true],
  ['application/json, text/event-stream', true],
  ['text/html,Text/event-stream;q=0.5', true],
  ['text/event-stream; q=1', true],
  ['TEXT/EVENT-STREAM', true],
  ['text/event-stream; charset=utf-8', true],
  ['*/*;q=0.1, text/event-stream', true],
  ['text/event-stream;q=0', false],
  ['text/event-stream;q=0.000', false],
  ['application/x-text/event-stream', false],
  ['text/event-streams', false],
  ['text/event-stream;q=0, */*', false],
  ['text/html;a="text/event-stream, text/event-stream"', false],
  ['application/x-event-stream, */*', false],
  ['*/*', false],
  ['', false],
  [undefined, false],
])('Accept: %s asks for events: %s', (accept, asks) => {
  expect(asksForEvents(accept)).toBe(asks);
});

const mebibyte = 'x'.repeat(1024 * 1024);

interface Times {
  readonly ping?: number;
  readonly stall?: number;
  readonly stillAllowed?: () => Promise<boolean>;
}

/** Serves a stream of events at `/events` and one of text at `/text`. Returns its URL and the outcome of the stream. */
async function serve(
  { ping, stall, stillAllowed }: Times,
  source: (sent: { parts: number }) => AsyncGenerator<string>,
) {
  const app = Fastify();
  const { open } = limitConnections(app.server, { limits: connectionLimits(100), isExempt: () => false });
  closeStalledConnections(app.server, open, stall);
  const unread = createUnread();
  const sending = { unread, account: 'account_1', ...(ping !== undefined && { pingInterval: ping }) };
  const guarded = { ...sending, ...(stillAllowed !== undefined && { stillAllowed }) };
  app.decorateRequest('replyHeaders', null);
  const sent = { parts: 0, ended: false, error: undefined as unknown };
  async function* events(): AsyncGenerator<ServerEvent> {
    for await (const data of source(sent)) yield { id: '1', event: 'piece', data };
  }
  const settle = (sending: Promise<void>) =>
    sending
      .catch((error: unknown) => {
        sent.error = error;
      })
      .finally(() => {
        sent.ended = true;
      });
  app.get('/events', (request, reply) => void settle(sendEvents(request, reply, { events: events(), ...guarded })));
  app.get('/text', (request, reply) => {
    const parts = { contentType: 'text/plain', fileName: 'x.txt', parts: source(sent), ...guarded };
    void settle(sendText(request, reply, parts));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  /** Requests streams, one after another, without reading them. */
  const ask = async (...paths: string[]) => {
    const socket = connect(port, '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    for (const path of paths) socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return socket;
  };
  const connections = () =>
    new Promise<number>((resolve) => void app.server.getConnections((_, count) => resolve(count)));
  return { sent, ask, unread, connections, url: `http://127.0.0.1:${port}` };
}

async function* endless(sent: { parts: number }): AsyncGenerator<string> {
  for (;;) {
    sent.parts += 1;
    yield mebibyte;
  }
}

test.each(['/events', '/text'])(
  'a client that reads nothing of %s is disconnected and the source is closed',
  async (path) => {
    const { sent, ask } = await serve({ stall: 300 }, endless);
    const started = performance.now();
    await ask(path);
    await expect.poll(() => sent.ended, { timeout: 5_000 }).toBe(true);
    expect(performance.now() - started).toBeGreaterThan(290);
    expect(sent.error).toBeUndefined();
    // The parts in the socket buffers, plus one.
    expect(sent.parts).toBeLessThan(20);
  },
);

test('a slow client that keeps reading is not disconnected', async () => {
  const whole = 16 * mebibyte.length;
  async function* source() {
    yield mebibyte.repeat(16);
  }
  const { ask } = await serve({ stall: 1_000 }, source);
  const socket = await ask('/text');
  let bytes = 0;
  const started = performance.now();
  socket.on('data', (more: Buffer) => {
    bytes += more.length;
    socket.pause();
    setTimeout(() => socket.resume(), 8);
  });
  socket.resume();
  await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(whole);
  expect(performance.now() - started).toBeGreaterThan(1_500);
}, 25_000);

test('a silent stream of events sends pings', async () => {
  async function* source() {
    yield '1';
    await wait(350);
    yield '2';
  }
  const { url } = await serve({ ping: 100 }, source);
  const response = await fetch(`${url}/events`);
  const body = await response.text();
  const [first, ...rest] = body.split('\n\n').filter((part) => part !== '');
  const last = rest.pop();
  expect(first).toBe('id: 1\nevent: piece\ndata: 1');
  expect(last).toBe('id: 1\nevent: piece\ndata: 2');
  expect(rest.length).toBeGreaterThanOrEqual(2);
  expect(rest.length).toBeLessThanOrEqual(4);
  expect(new Set(rest)).toEqual(new Set([': ping']));
});

const account = 'account_1';
const elsewhere = () => ({ account, connection: new Socket() });
const large = 16 * mebibyte.length;

test.each(['/events', '/text'])('a large part of %s waits until its account leaves less unread', async (path) => {
  async function* source(sent: { parts: number }) {
    sent.parts += 1;
    yield mebibyte;
  }
  const { ask, sent, unread } = await serve({}, source);
  const release = unread.count(elsewhere(), large);
  const socket = await ask(path);
  let bytes = 0;
  socket.on('data', (more: Buffer) => {
    bytes += more.length;
  });
  socket.resume();
  // The headers have arrived, and the part was taken from its source: it would be written in the same turn.
  await expect.poll(() => bytes).toBeGreaterThan(0);
  await expect.poll(() => sent.parts).toBe(1);
  expect(unread.counts().bytes).toBe(large);
  expect(bytes).toBeLessThan(mebibyte.length);
  release();
  await expect.poll(() => bytes).toBeGreaterThan(mebibyte.length);
  await expect.poll(() => unread.counts().bytes).toBe(0);
});

test('small parts go on while the account leaves too much unread', async () => {
  async function* source() {
    yield 'one ';
    yield 'two';
  }
  const { url, unread } = await serve({}, source);
  unread.count(elsewhere(), large);
  expect(await (await fetch(`${url}/text`)).text()).toBe('one two');
});

test('what streams leave unread is bounded for their account', async () => {
  const { ask, sent, unread } = await serve({}, endless);
  const looks: number[] = [];
  const look = () => {
    const { bytes } = unread.counts();
    looks.push(bytes);
    return bytes;
  };
  const sockets = await Promise.all(Array.from({ length: 40 }, () => ask('/text')));
  // Each stream has filled its socket buffers, then some have a part that waits for its reader, the others for room.
  await expect.poll(look, { timeout: 20_000 }).toBeGreaterThan(15 * mebibyte.length);
  expect(sent.parts).toBeGreaterThan(40);
  for (const socket of sockets) socket.destroy();
  await expect.poll(look, { timeout: 20_000 }).toBe(0);
  expect(Math.max(...looks)).toBeLessThanOrEqual(large);
}, 45_000);

test('a stream that waits behind another on its connection ends with the connection', async () => {
  let closed = 0;
  async function* source(sent: { parts: number }) {
    try {
      yield* endless(sent);
    } finally {
      closed += 1;
    }
  }
  const { ask, sent } = await serve({}, source);
  const socket = await ask('/text', '/text', '/text');
  await expect.poll(() => sent.parts).toBeGreaterThan(2);
  socket.destroy();
  await expect.poll(() => closed).toBe(3);
});

test.each([0, 16])('a reader that leaves while its right is looked up ends the stream, %d MiB unread', async (full) => {
  let lookedUp: (allowed: boolean) => void = () => {};
  let ask: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const stillAllowed = () => {
    ask();
    return new Promise<boolean>((resolve) => {
      lookedUp = resolve;
    });
  };
  const served = await serve({ stillAllowed }, endless);
  // Bytes that another connection of the account has left unread, so that the next part must wait for room.
  served.unread.count({ account: 'account_1', connection: new Socket() }, full * mebibyte.length);
  const socket = await served.ask('/text');
  await asked;
  socket.destroy();
  await expect.poll(served.connections).toBe(0);
  lookedUp(true);
  await expect.poll(() => served.sent.ended).toBe(true);
});

test('a silent stream is closed when its caller has lost the right', async () => {
  let allowed = true;
  async function* silent() {
    yield 'one';
    await new Promise(() => undefined);
  }
  const { url, sent } = await serve({ ping: 10, stillAllowed: async () => allowed }, silent);
  const response = await fetch(`${url}/events`);
  const reader = response.body?.getReader();
  await reader?.read();
  expect(sent.ended).toBe(false);
  allowed = false;
  const untilClosed = async () => {
    while ((await reader?.read())?.done === false);
  };
  await expect(untilClosed()).rejects.toThrow();
  await expect.poll(() => sent.ended).toBe(true);
});
