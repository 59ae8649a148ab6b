// @module-tag pure

import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { createScanQueue, cutOff, maxWaiting, type ScanOf, ScanTimeout } from './scan-queue.ts';

const long = 60_000;

const of = (account: string, gone?: AbortSignal): ScanOf => ({
  account,
  awaited: gone && { refusal: () => (gone.aborted ? cutOff() : undefined), gone: () => gone },
  narrow: 'Ask for less.',
});

/** A queue whose scans end when they are told to, and the accounts whose scans have started, in order. */
function setUp(readers: number, maxWaitMs = long) {
  const queue = createScanQueue({ readers, timeoutMs: 500, maxWaitMs });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const scan = (account: string, gone?: AbortSignal) =>
    queue.run(of(account, gone), () => {
      started.push(account);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  /** Ends the oldest running scan, and lets the next one start. */
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const endAll = async () => {
    while (ends.length > 0) await endOne();
  };
  return { queue, scan, started, endOne, endAll };
}

describe('a queue of scans', () => {
  test.each([1, 2, 4])(
    'with %i readers: accounts take turns, however many scans one of them wants',
    async (readers) => {
      const { scan, started, endAll } = setUp(readers);
      const many = Array.from({ length: 40 }, () => scan('many'));
      const few = [scan('one'), scan('other'), scan('one')];
      await endAll();
      await Promise.all([...many, ...few]);
      expect(started).toHaveLength(43);
      // After the running ones of the first account, each of the others has a turn in every round.
      expect(started.lastIndexOf('one')).toBeLessThanOrEqual(readers + 5);
      expect(started.indexOf('other')).toBeLessThanOrEqual(readers + 2);
    },
  );

  test('keeps a reader free for others', async () => {
    const { queue, scan, started, endAll } = setUp(3);
    const many = Array.from({ length: 5 }, () => scan('many'));
    expect(queue.counters()).toMatchObject({ running: 2, waiting: 3 });
    const other = scan('other');
    expect(started).toEqual(['many', 'many', 'other']);
    await endAll();
    await Promise.all([...many, other]);
    expect(queue.counters()).toMatchObject({ running: 0, waiting: 0, timeouts: 0 });
  });

  test('refuses what exceeds its bounds: first the account that has most, later everyone', async () => {
    const { queue, scan, endAll } = setUp(2);
    const accounts = maxWaiting.ofAll / maxWaiting.ofOne;
    const accepted: Promise<void>[] = [];
    for (let account = 0; account < accounts; account += 1) {
      // The first two accounts have one running scan each.
      const most = maxWaiting.ofOne + (account < 2 ? 1 : 0);
      for (let scans = 0; scans < most; scans += 1) accepted.push(scan(`account ${account}`));
      await expect(scan(`account ${account}`)).rejects.toMatchObject({
        code: 'too_many_concurrent',
        extras: { retryAfter: 1, hint: expect.any(String) },
      });
    }
    expect(queue.counters()).toMatchObject({ running: 2, waiting: maxWaiting.ofAll });
    await expect(scan('another')).rejects.toMatchObject({ code: 'unavailable' });
    await endAll();
    await Promise.all(accepted);
  });

  test('says how to ask for less if one takes too long', async () => {
    const { queue } = setUp(1);
    const tooLong = queue.run(of('a'), () => Promise.reject(new ScanTimeout()));
    await expect(tooLong).rejects.toMatchObject({
      code: 'query_timeout',
      message: 'The query took longer than 0.5 s.',
      extras: { hint: 'Ask for less.' },
    });
    expect(queue.counters()).toEqual({ running: 0, waiting: 0, finished: 1, timeouts: 1 });
  });

  test('refuses what waits too long', async () => {
    const { queue, scan, started, endAll } = setUp(1, 30);
    const first = scan('a');
    await expect(scan('b')).rejects.toMatchObject({ code: 'unavailable', extras: { retryAfter: 1 } });
    await endAll();
    await first;
    expect(started).toEqual(['a']);
    expect(queue.counters()).toEqual({ running: 0, waiting: 0, finished: 1, timeouts: 0 });
  });

  test('does not start a scan that is no longer awaited', async () => {
    const { queue, scan, started, endAll } = setUp(1);
    const client = new AbortController();
    const scans = [scan('a'), scan('gone', client.signal), scan('b')];
    client.abort();
    await expect(scans[1]).rejects.toMatchObject({ code: 'bad_request' });
    await expect(scan('gone', client.signal)).rejects.toMatchObject({ code: 'bad_request' });
    await endAll();
    await Promise.all([scans[0], scans[2]]);
    expect(started).toEqual(['a', 'b']);
    expect(queue.counters()).toMatchObject({ running: 0, waiting: 0, timeouts: 0 });
  });

  test('asks again when it is its turn, and does not start what is refused by then', async () => {
    const { queue, scan, started, endAll } = setUp(1);
    const tooMuch = new AppError('too_many_concurrent', 'Too much is unread.');
    let refusal: AppError | undefined;
    const awaited = { refusal: () => refusal, gone: () => new AbortController().signal };
    const first = scan('a');
    const waiting = queue.run({ ...of('a'), awaited }, () => Promise.reject(new Error('It was started.')));
    const last = scan('a');
    refusal = tooMuch;
    void endAll();
    await expect(waiting).rejects.toBe(tooMuch);
    await endAll();
    await Promise.all([first, last]);
    expect(started).toEqual(['a', 'a']);
    expect(queue.counters()).toMatchObject({ running: 0, waiting: 0, finished: 2 });
  });

  test('an error of one scan fails no other', async () => {
    const { queue, scan, endAll } = setUp(1);
    const failed = queue.run(of('a'), () => Promise.reject(new Error('wrong')));
    const next = scan('a');
    await expect(failed).rejects.toThrow('wrong');
    await endAll();
    await next;
  });

  test('starts none while it is held, and knows when the last one ended', async () => {
    const { queue, scan, started, endAll } = setUp(2);
    const first = scan('a');
    queue.hold(true);
    const second = scan('b');
    let isIdle = false;
    const idle = queue.whenIdle().then(() => {
      isIdle = true;
    });
    expect({ started, isIdle }).toEqual({ started: ['a'], isIdle: false });
    await endAll();
    await Promise.all([first, idle]);
    expect(started).toEqual(['a']);
    queue.hold(false);
    expect(started).toEqual(['a', 'b']);
    await endAll();
    await second;
  });

  test('when closed, completes what it accepted, even if it is held, and refuses more', async () => {
    const { queue, scan, started, endAll } = setUp(1);
    const accepted = [scan('a'), scan('a'), scan('b')];
    queue.hold(true);
    const closed = queue.close();
    await expect(scan('a')).rejects.toMatchObject({ code: 'unavailable', message: 'The database is closed.' });
    await endAll();
    await Promise.all([...accepted, closed]);
    expect(started).toHaveLength(3);
    await queue.close();
  });
});
