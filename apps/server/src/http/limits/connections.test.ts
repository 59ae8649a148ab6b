import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type Service, service } from '../../../testing/harness.ts';
import { signInHead, socketFrom, until } from '../../../testing/jobs/unfinished.ts';
import { repliesOn } from '../../../testing/processes/raw-socket.ts';
import { expectFailure, type Reply, send } from '../../../testing/request.ts';

const metricsToken = 'a-token-for-the-metrics-of-this-test';
const settings = { PARLEY_METRICS_TOKEN: metricsToken, PARLEY_TRUSTED_PROXIES: '127.0.9.0/24' };

/** Long, so that a connection in use stays so. */
const timeouts = { requestTimeout: 600_000 };

/** The connections never reach the database, so one engine is enough. */
const [engine = 'sqlite'] = anyEngine;

const sockets = new Set<Socket>();

/** Closes the connections of each test, and waits until the server has noticed. */
const closeAfterEach = (parley: Service) =>
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await until(() => parley.app.connections.open.size === 0);
    expect(parley.app.arriving.counts.bytes).toBe(0);
  });

const open = async (parley: Service, address: string) => {
  const socket = await socketFrom(parley.url, address);
  sockets.add(socket.resume());
  return socket;
};

/** A connection whose request is under way: its body lacks. */
const inUse = async (parley: Service, address: string) => {
  const bytes = parley.app.arriving.counts.bytes;
  const socket = await open(parley, address);
  socket.write(signInHead());
  await until(() => parley.app.arriving.counts.bytes > bytes);
  return socket;
};

const healthHead = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

/** A connection that has had an answer and is kept alive. */
const keptAlive = async (parley: Service, address: string) => {
  const socket = await open(parley, address);
  const answered = new Promise((resolve) => socket.once('data', resolve));
  socket.write(healthHead);
  await answered;
  return socket;
};

/** Sends a request on a new connection. */
const ask = async (parley: Service, address: string): Promise<Reply> => {
  const socket = await socketFrom(parley.url, address);
  const replies = repliesOn(socket);
  socket.write(healthHead.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const [reply] = await replies;
  if (reply === undefined) throw new Error('The connection was closed without an answer.');
  return reply;
};

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The value of a metric. */
const metric = async (parley: Service, name: string) => {
  const { text } = await send(parley.url, { path: '/metrics', key: metricsToken });
  const [, value] = new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\d+)$`, 'm').exec(text) ?? [];
  return Number(value);
};

describe('connections of one address', () => {
  const parley = service(engine, {
    environment: { ...settings, PARLEY_CONNECTIONS_PER_ADDRESS: '4' },
    connections: { silence: 0 },
    timeouts,
  });
  closeAfterEach(parley);

  test('give way to new ones while they are idle, the oldest first', async () => {
    const kept: Socket[] = [];
    for (const _ of numbers(4)) kept.push(await keptAlive(parley, '127.0.1.1'));
    expect((await ask(parley, '127.0.1.1')).status).toBe(200);
    await until(() => kept[0]?.destroyed === true);
    expect(kept.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
  });

  test('that were never used give way, too', async () => {
    for (const _ of numbers(40)) await open(parley, '127.0.1.2');
    expect((await ask(parley, '127.0.1.2')).status).toBe(200);
  });

  test('429: beyond the limit if all are in use, and those are answered', async () => {
    const busy: Socket[] = [];
    for (const _ of numbers(4)) busy.push(await inUse(parley, '127.0.1.3'));
    const reply = await ask(parley, '127.0.1.3');
    const { error } = expectFailure(reply, 'too_many_concurrent');
    expect(error).toBe('127.0.1.3 has more than 4 connections in use.');
    expect(reply.headers).toMatchObject({ connection: 'close', 'retry-after': '1' });
    expect(busy.some(({ destroyed }) => destroyed)).toBe(false);
    const replies = busy.map(repliesOn);
    for (const socket of busy) socket.end(`${'x'.repeat(100)}`);
    expect((await Promise.all(replies)).map(([first]) => first?.status)).toEqual([400, 400, 400, 400]);
    await until(async () => (await ask(parley, '127.0.1.3')).status === 200);
  });

  test('leave other addresses alone, and a trusted proxy has no limit', async () => {
    for (const _ of numbers(4)) await inUse(parley, '127.0.1.4');
    expectFailure(await ask(parley, '127.0.1.4'), 'too_many_concurrent');
    expect((await ask(parley, '127.0.1.5')).status).toBe(200);
    for (const _ of numbers(20)) await inUse(parley, '127.0.9.1');
    expect((await ask(parley, '127.0.9.1')).status).toBe(200);
  });

  test('are closed without an answer if many are refused, and leave nothing behind', async () => {
    for (const _ of numbers(4)) await inUse(parley, '127.0.1.6');
    const refused = await Promise.all(numbers(50).map(() => open(parley, '127.0.1.6')));
    // Ten wait for their request, to answer it.
    await until(() => refused.filter(({ destroyed }) => destroyed).length >= 40);
    expect(refused.filter(({ destroyed }) => destroyed)).toHaveLength(40);
    for (const socket of sockets) socket.destroy();
    await until(() => parley.app.connections.open.size === 0);
    expect((await ask(parley, '127.0.1.6')).status).toBe(200);
  });

  test('that are refused and silent are closed', async () => {
    for (const _ of numbers(4)) await inUse(parley, '127.0.1.7');
    const silent = await open(parley, '127.0.1.7');
    await until(() => silent.destroyed);
  });

  test('are counted in the metrics, and an operator is told once', async () => {
    for (const _ of numbers(4)) await inUse(parley, '127.0.1.8');
    const before = await metric(parley, 'parley_connections_refused_total{limit="address"}');
    for (const _ of numbers(3)) expectFailure(await ask(parley, '127.0.1.8'), 'too_many_concurrent');
    expect(await metric(parley, 'parley_connections_refused_total{limit="address"}')).toBe(before + 3);
    expect(await metric(parley, 'parley_connections_gave_way_total')).toBeGreaterThan(0);
    expect(await metric(parley, 'parley_connections')).toBeGreaterThanOrEqual(4);
    expect(await metric(parley, 'parley_arriving_bytes')).toBe(4 * 8192);
    expect(parley.log().match(/refused connections: an address has too many connections/g)).toHaveLength(1);
  });
});

describe('connections in all', () => {
  const parley = service(engine, { environment: settings, connections: { total: 50, silence: 0 }, timeouts });
  closeAfterEach(parley);

  test('idle connections keep no client out', async () => {
    for (const index of numbers(200)) await keptAlive(parley, `127.0.2.${index % 250}`);
    expect((await ask(parley, '127.0.3.1')).status).toBe(200);
    expect(parley.app.connections.open.size).toBeLessThanOrEqual(50);
  });

  test('silent connections keep no client out', async () => {
    for (const index of numbers(200)) await open(parley, `127.0.2.${index % 250}`);
    expect((await ask(parley, '127.0.3.1')).status).toBe(200);
  });

  test('503: beyond the limit if all are in use', async () => {
    const busy: Socket[] = [];
    for (const index of numbers(50)) busy.push(await inUse(parley, `127.0.4.${1 + index}`));
    expect(expectFailure(await ask(parley, '127.0.3.1'), 'unavailable').error).toBe(
      'The server has too many connections.',
    );
    expect(busy.some(({ destroyed }) => destroyed)).toBe(false);
    busy[0]?.destroy();
    await until(async () => (await ask(parley, '127.0.3.1')).status === 200);
  });
});

describe('a new connection', () => {
  const parley = service(engine, {
    environment: { PARLEY_CONNECTIONS_PER_ADDRESS: '4' },
    connections: { silence: 600_000 },
  });
  closeAfterEach(parley);

  test('that is about to send its request does not give way', async () => {
    const first = await Promise.all(numbers(4).map(() => open(parley, '127.0.5.1')));
    const more = await Promise.all(numbers(4).map(() => open(parley, '127.0.5.1')));
    await until(() => parley.app.connections.open.size === 8);
    const statuses = [...first, ...more].map(async (socket) => {
      const replies = repliesOn(socket);
      socket.write(healthHead.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
      return (await replies)[0]?.status;
    });
    expect(await Promise.all(statuses)).toEqual([...numbers(4).map(() => 200), ...numbers(4).map(() => 429)]);
  });
});
