// @module-tag pure

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ok, responds, startRawSite } from '../../testing/outbound/raw-site.ts';

afterEach(() => void vi.useRealTimers());

/** In ms; long, so that no test reaches one that it isn't about. */
const limits = { connect: 30_000, idle: 30_000, total: 40_000 };
const settle = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

const hello = responds(ok('content-length: 5'), 'hello');

const site = async (...[play, parts]: Parameters<typeof startRawSite>) => {
  const started = await startRawSite(play, { limits, ...parts });
  onTestFinished(started.close);
  return started;
};

const until = async (condition: () => boolean) => {
  while (!condition()) await nextTurn();
};

describe('requests at once', () => {
  test('to one host wait for their turn, and not for other hosts', async () => {
    const raw = await site(hello, { limits: { ...limits, atOncePerHost: 1 } });
    const first = await raw.outbound.fetch({ url: raw.url });
    const second = raw.outbound.fetch({ url: raw.url });
    const elsewhere = await raw.outbound.fetch({ url: raw.url.replace('raw.test', '127.0.0.1') });
    expect(await elsewhere.text()).toBe('hello');
    expect(raw.requests).toHaveLength(2);
    expect(await first.text()).toBe('hello');
    expect(await (await second).text()).toBe('hello');
  });

  test('in all wait, and beyond the queue they are refused', async () => {
    const raw = await site(hello, { limits: { ...limits, atOnce: 2, waiting: 1 } });
    const open = await Promise.all([raw.outbound.fetch({ url: raw.url }), raw.outbound.fetch({ url: raw.url })]);
    const waiting = raw.outbound.fetch({ url: raw.url });
    expect(await settle(raw.outbound.fetch({ url: raw.url }))).toMatchObject({ kind: 'busy' });
    open[0]?.body.destroy();
    expect(await (await waiting).text()).toBe('hello');
    expect(raw.requests).toHaveLength(3);
  });

  test('free their slot however they end', async () => {
    const raw = await site(hello, { limits: { ...limits, atOnce: 1, waiting: 0 } });
    const { url } = raw;
    await settle(raw.outbound.fetch({ url: 'http://10.0.0.5/' }));
    await settle(raw.outbound.fetch({ url, signal: AbortSignal.abort() }));
    (await raw.outbound.fetch({ url })).body.destroy();
    // The site sends a body, which the response to HEAD never has.
    const head = await raw.outbound.fetch({ url, method: 'HEAD' });
    expect(await settle(head.bytes())).toMatchObject({ kind: 'broken' });
    expect(await settle(raw.outbound.fetch({ url, limits: { bodyBytes: 4 } }))).toMatchObject({ kind: 'too_large' });
    expect(await (await raw.outbound.fetch({ url })).text()).toBe('hello');
  });

  test('that wait end with their time', async () => {
    const raw = await site(hello, { limits: { ...limits, atOnce: 1 } });
    const first = await raw.outbound.fetch({ url: raw.url });
    const failure = await settle(raw.outbound.fetch({ url: raw.url, limits: { total: 100 } }));
    expect(failure).toMatchObject({ kind: 'timeout', message: 'The request took longer than 100 ms.' });
    expect(await first.text()).toBe('hello');
  });
});

describe('a body', () => {
  test('that is never read ends with the time of the request', async () => {
    const raw = await site((socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\nhello'));
    const { body } = await raw.outbound.fetch({ url: raw.url, limits: { total: 1_000 } });
    await raw.closed();
    expect(body.errored).toMatchObject({ kind: 'timeout' });
  });

  test('that is read slowly is no silence of the server', async () => {
    const raw = await site(responds(ok(), Buffer.alloc(1_000_000)), { limits: { ...limits, total: 10_000_000 } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { body } = await raw.outbound.fetch({ url: raw.url });
    body.read(0);
    await until(() => body.readableLength >= body.readableHighWaterMark);
    vi.advanceTimersByTime(100 * limits.idle);
    expect(Buffer.concat(await body.toArray())).toHaveLength(1_000_000);
  });

  test('is a stream that can be left', async () => {
    const raw = await site((socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\nhello'));
    const { body } = await raw.outbound.fetch({ url: raw.url });
    for await (const chunk of body) {
      expect(String(chunk)).toBe('hello');
      break;
    }
    await raw.closed();
  });

  test('of any size is sent and received unchanged', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));
    const raw = await site(responds(ok(`content-length: ${bytes.length}`), bytes));
    expect((await (await raw.outbound.fetch({ url: raw.url })).bytes()).equals(bytes)).toBe(true);
  });
});

const reason = new Error('no longer needed');

describe('a caller', () => {
  test('who aborts before the request sends nothing', async () => {
    const raw = await site(hello);
    expect(await settle(raw.outbound.fetch({ url: raw.url, signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(raw.requests).toEqual([]);
  });

  test('who aborts during the lookup gets the reason', async () => {
    const raw = await site(hello, { resolve: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const fetched = settle(raw.outbound.fetch({ url: raw.url, signal: controller.signal }));
    await nextTurn();
    controller.abort(reason);
    expect(await fetched).toBe(reason);
  });

  test('who aborts before the response closes the connection', async () => {
    const raw = await site(() => undefined);
    const controller = new AbortController();
    const fetched = settle(raw.outbound.fetch({ url: raw.url, signal: controller.signal }));
    await until(() => raw.requests.length === 1);
    controller.abort(reason);
    expect(await fetched).toBe(reason);
    await raw.closed();
  });

  test('who aborts in the body closes the connection', async () => {
    const raw = await site((socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\nhello'));
    const controller = new AbortController();
    const response = await raw.outbound.fetch({ url: raw.url, signal: controller.signal });
    const read = settle(response.text());
    controller.abort(reason);
    expect(await read).toBe(reason);
    await raw.closed();
  });

  test('gets closed when the service shuts down, then and later', async () => {
    const raw = await site(() => undefined);
    const fetched = settle(raw.outbound.fetch({ url: raw.url }));
    await until(() => raw.requests.length === 1);
    raw.outbound.close();
    expect(await fetched).toMatchObject({ kind: 'closed' });
    expect(await settle(raw.outbound.fetch({ url: raw.url }))).toMatchObject({ kind: 'closed' });
    await raw.closed();
  });
});
