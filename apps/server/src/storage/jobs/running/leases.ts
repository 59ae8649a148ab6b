import { isUnavailable } from '../../../errors.ts';
import type { Database } from '../../database.ts';
import { retryAfter } from '../backoff.ts';
import * as store from '../store.ts';

/** Dependencies of leases. */
export interface LeaseNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** Milliseconds that only run forward, whatever happens to the clock. */
  readonly elapsed: () => number;
  /** A lease that isn't renewed for so long is taken away, in ms. It is renewed and looked at in thirds of that. */
  readonly leaseMs: number;
  readonly random: () => number;
  /** The jobs that this process runs, by ID, with the lease of each. */
  readonly own: ReadonlyMap<string, { readonly lease: number }>;
  /** Called for a job of this process that is no longer its own. */
  onLost(id: string): void;
  /** Called if other processes' jobs have been made ready. */
  onReleased(): void;
  onError(error: unknown): void;
}

interface Seen {
  readonly beat: string;
  readonly since: number;
}

/**
 * Keeps the leases of this process, and takes those of dead processes away. No clock is compared with another's: a
 * lease has expired if this process has seen it unchanged for its duration, by its own time. So a clock that jumps, or
 * that differs from machine to machine, neither steals leases nor keeps them.
 */
export function createLeases(needs: LeaseNeeds) {
  const { db, now, elapsed, leaseMs, random, own, onLost, onReleased, onError } = needs;
  let seen = new Map<string, Seen>();
  let timer: NodeJS.Timeout | undefined;
  let busy = false;

  const renew = async (): Promise<void> => {
    const mine = [...own];
    if (mine.length === 0) return;
    const ids = mine.map(([id]) => id);
    const { beaten } = await db.write({ beaten: store.beatAll(db, ids) });
    const kept = new Map(beaten.rows.map(({ id, lease }) => [id, Number(lease)]));
    // A job that ended meanwhile isn't lost.
    for (const [id, { lease }] of mine) if (own.get(id)?.lease === lease && kept.get(id) !== lease) onLost(id);
  };

  /** Makes a running job ready again. Its attempt counts; if it wasn't the first one, the next one waits. */
  const release = async ({ id, lease, attempts }: { id: string; lease: number; attempts: number }): Promise<void> => {
    const wait = attempts > 1 ? retryAfter(attempts, random) : 0;
    const error = `The process that ran it has ended, or was not heard of for ${leaseMs / 1000} s.`;
    const how = { attempts, error, runAt: now() + wait, state: wait > 0 ? 'waiting' : 'ready' } as const;
    // The first process releases it; for all others, the lease is lost.
    await db.write(store.again(db, { id, lease }, how)).catch((failure: unknown) => {
      if (isUnavailable(failure)) throw failure;
    });
  };

  const releaseExpired = async (alone: boolean): Promise<void> => {
    const time = elapsed();
    const still = new Map<string, Seen>();
    let released = false;
    for (const row of await store.running(db)) {
      const job = { id: row.id, lease: Number(row.lease), attempts: Number(row.attempts) };
      if (own.get(job.id)?.lease === job.lease) continue;
      const beat = `${job.lease} ${row.beat}`;
      const before = seen.get(job.id);
      const current = before?.beat === beat ? before : { beat, since: time };
      if (alone || time - current.since >= leaseMs) {
        await release(job);
        released = true;
      } else still.set(job.id, current);
    }
    seen = still;
    if (released) onReleased();
  };

  const tick = async (alone = false): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await renew();
      await releaseExpired(alone);
    } finally {
      busy = false;
    }
  };

  return {
    /**
     * Renews its leases, and releases expired ones, now. `alone`: no other process exists, so every other lease is
     * dead.
     */
    tick,
    start: (): void => {
      timer ??= setInterval(() => void tick().catch(onError), leaseMs / 3).unref();
    },
    close: (): void => clearInterval(timer),
  };
}
