import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connection } from './driver.ts';
import { createPool, maxWait, maxWaiting, type PoolSettings } from './pool.ts';

/** A fake connection that records its state. */
interface FakeConnection extends Connection {
  state: 'open' | 'closed' | 'destroyed';
  owes: boolean;
  statements: number;
  end(): void;
}

function setUp(settings: Partial<PoolSettings> = {}) {
  const opened: FakeConnection[] = [];
  let refusal: Error | undefined;
  const onReachable = vi.fn<(error: Error | undefined) => void>();
  const connect = async (onEnd: (error?: Error) => void): Promise<Connection> => {
    if (refusal !== undefined) throw refusal;
    const connection: FakeConnection = {
      state: 'open',
      owes: false,
      statements: 0,
      ask: async () => ({ rows: [], changed: 0, command: '' }),
      command: async () => ({ rows: [], changed: 0, command: '' }),
      unanswered: () => (connection.owes ? 1 : 0),
      lastProgress: () => 0,
      prepared: () => connection.statements,
      onNotification: () => {},
      close: async () => {
        connection.state = 'closed';
      },
      destroy: () => {
        connection.state = 'destroyed';
      },
      end: () => onEnd(new Error('cut')),
    };
    opened.push(connection);
    return connection;
  };
  const pool = createPool({ size: 2, sharing: 1, maxSilence: 20_000, connect, onReachable, ...settings });
  const refuse = (error: Error | undefined) => {
    refusal = error;
  };
  return { pool, opened, onReachable, refuse };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a pool', () => {
  test('opens connections on demand up to its size, and serves first come, first served', async () => {
    const { pool, opened } = setUp();
    const first = await pool.lease();
    const second = await pool.lease();
    const order: string[] = [];
    const third = Promise.resolve(pool.lease()).then((lease) => {
      order.push('third');
      return lease;
    });
    const fourth = Promise.resolve(pool.lease()).then(() => order.push('fourth'));
    expect(opened).toHaveLength(2);
    second.release();
    (await third).release();
    await fourth;
    expect(order).toEqual(['third', 'fourth']);
    first.release();
    first.release();
    expect(opened).toHaveLength(2);
  });

  test('shares each connection up to the limit, least busy first', async () => {
    const { pool, opened } = setUp({ sharing: 2 });
    const leases = await Promise.all([pool.lease(), pool.lease(), pool.lease(), pool.lease()]);
    expect(opened).toHaveLength(2);
    const users = opened.map((connection) => leases.filter((lease) => lease.connection === connection).length);
    expect(users).toEqual([2, 2]);
  });

  test('replaces a connection that broke, that ended or that has too many prepared statements', async () => {
    const { pool, opened } = setUp({ size: 1 });
    (await pool.lease()).release(true);
    (await pool.lease()).release();
    opened[1]?.end();
    const third = await pool.lease();
    if (opened[2] !== undefined) opened[2].statements = 500;
    third.release();
    (await pool.lease()).release();
    expect(opened.map((connection) => connection.state)).toEqual(['destroyed', 'destroyed', 'closed', 'open']);
  });

  test('renew replaces each connection once it is idle', async () => {
    const { pool, opened } = setUp();
    const [first, second] = await Promise.all([pool.lease(), pool.lease()]);
    second.release();
    pool.renew();
    expect(opened.map((connection) => connection.state)).toEqual(['open', 'closed']);
    first.release();
    expect(opened[0]?.state).toBe('closed');
    expect((await pool.lease()).connection).toBe(opened[2]);
  });

  test('destroys a connection that does not answer in time, unless its lease is patient', async () => {
    const { pool, opened } = setUp();
    const [first, second] = await Promise.all([pool.lease(), pool.lease()]);
    first.bePatient();
    for (const connection of opened) connection.owes = true;
    await vi.advanceTimersByTimeAsync(22_000);
    expect(opened.map((connection) => connection.state)).toEqual(['open', 'destroyed']);
    second.release(true);
  });

  test('closes idle connections except one, and old connections', async () => {
    const { pool, opened } = setUp();
    const leases = await Promise.all([pool.lease(), pool.lease()]);
    for (const lease of leases) lease.release();
    await vi.advanceTimersByTimeAsync(62_000);
    expect(opened.map((connection) => connection.state)).toEqual(['closed', 'open']);
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(opened[1]?.state).toBe('closed');
  });
});

describe('a pool without a server', () => {
  test('fails fast, retries after the back-off, and reports changes', async () => {
    const { pool, refuse, onReachable } = setUp();
    const error = new Error('refused');
    refuse(error);
    await expect(pool.lease()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(pool.lease()).rejects.toMatchObject({ code: 'unavailable' });
    refuse(undefined);
    await expect(pool.lease()).rejects.toMatchObject({ code: 'unavailable' });
    await vi.advanceTimersByTimeAsync(300);
    (await pool.lease()).release();
    expect(onReachable.mock.calls).toEqual([[error], [undefined]]);
  });

  test('serves waiting requests with the connections it still has', async () => {
    const { pool, refuse, opened } = setUp();
    const only = await pool.lease();
    refuse(new Error('too many connections'));
    const waiting = pool.lease();
    await vi.advanceTimersByTimeAsync(1_000);
    only.release();
    expect((await waiting).connection).toBe(opened[0]);
  });
});

describe('a busy pool', () => {
  test('refuses requests that waited too long or exceed the queue', async () => {
    const { pool } = setUp({ size: 1 });
    await pool.lease();
    const waiting = Array.from({ length: maxWaiting }, () => Promise.resolve(pool.lease()));
    const all = Promise.allSettled(waiting);
    expect(() => pool.lease()).toThrow('too much work waiting');
    await vi.advanceTimersByTimeAsync(maxWait + 1_500);
    expect((await all).every((result) => result.status === 'rejected')).toBe(true);
  });

  test('close serves waiting requests and refuses later ones', async () => {
    const { pool, opened } = setUp({ size: 1 });
    const first = await pool.lease();
    const second = pool.lease();
    const closed = pool.close();
    expect(() => pool.lease()).toThrow('The database is closed.');
    first.release();
    (await second).release();
    await closed;
    expect(opened.map((connection) => connection.state)).toEqual(['closed']);
  });
});
