import { AppError } from '../errors.ts';

/** Who asks for a scan. */
export interface Asker {
  /** The ID by which callers take turns: of the account, or of the workspace if there is none. */
  readonly account: string;
  /** Aborted when nobody waits for the rows any more; then a scan that waits doesn't start. */
  readonly gone?: AbortSignal | undefined;
}

/** On whose behalf a read scans. */
export interface ScanOf extends Asker {
  /** One sentence for a caller whose scan took too long: how to ask for less. */
  readonly narrow: string;
}

/** How many scans run at once, and max ms of each, running and waiting. */
export interface ScanSettings {
  readonly readers: number;
  readonly timeoutMs: number;
  readonly maxWaitMs: number;
}

/** The usual settings. */
export const usualScans: ScanSettings = { readers: 2, timeoutMs: 10_000, maxWaitMs: 30_000 };

/** Max scans that wait, of one account and of all; beyond either they are refused. */
export const maxWaiting = { ofOne: 100, ofAll: 1_000 } as const;

/** Counts of the scans of this process. */
export interface ScanCounters {
  readonly running: number;
  readonly waiting: number;
  /** Scans that ended since the process started, and those of them that took too long. */
  readonly finished: number;
  readonly timeouts: number;
}

/** Thrown by work that didn't finish in its time. */
export class ScanTimeout extends Error {}

/** Runs scans, a few at once. */
export interface ScanQueue {
  /**
   * Runs the work when it is its account's turn. Rejects with `query_timeout` if it throws a `ScanTimeout`, with
   * `too_many_concurrent` if the account has too many waiting, and with `unavailable` if it can't start.
   */
  run<Result>(of: ScanOf, work: () => Promise<Result>): Promise<Result>;
  /** While `hold` is true, scans wait; those that run continue. */
  hold(hold: boolean): void;
  /** Resolves when no scan runs. */
  whenIdle(): Promise<void>;
  counters(): ScanCounters;
  /** Refuses further scans, and resolves when the accepted ones are finished. */
  close(): Promise<void>;
}

interface Waiting {
  start(): void;
}

/**
 * Creates a queue in which accounts take turns. One account never runs scans on all readers, if there are several: what
 * another one asks for then starts at once.
 */
export function createScanQueue({ readers, timeoutMs, maxWaitMs }: ScanSettings): ScanQueue {
  /** What waits by account, in the order of their turns. */
  const lanes = new Map<string, Waiting[]>();
  const running = new Map<string, number>();
  const runningOfOne = Math.max(1, readers - 1);
  const whenIdle = new Set<() => void>();
  const counts = { running: 0, waiting: 0, finished: 0, timeouts: 0 };
  let held = false;
  let closed = false;

  const startNext = (): void => {
    if (held) return;
    for (const [account, lane] of lanes) {
      if (counts.running >= readers) return;
      if ((running.get(account) ?? 0) >= runningOfOne) continue;
      const first = lane.shift();
      // The account's next turn comes after those of all others.
      lanes.delete(account);
      if (lane.length > 0) lanes.set(account, lane);
      counts.waiting -= 1;
      first?.start();
    }
  };

  const leave = (account: string, waiting: Waiting): void => {
    const lane = lanes.get(account);
    lane?.splice(lane.indexOf(waiting), 1);
    if (lane?.length === 0) lanes.delete(account);
    counts.waiting -= 1;
    tellIdle();
  };

  const count = (account: string, change: 1 | -1): void => {
    const left = (running.get(account) ?? 0) + change;
    if (left === 0) running.delete(account);
    else running.set(account, left);
    counts.running += change;
  };

  const tellIdle = (): void => {
    if (counts.running > 0 || (closed && counts.waiting > 0)) return;
    for (const tell of whenIdle) tell();
    whenIdle.clear();
  };

  const idle = (): Promise<void> => new Promise((resolve) => void whenIdle.add(resolve));

  const timedOut = ({ narrow }: ScanOf): AppError => {
    counts.timeouts += 1;
    return new AppError('query_timeout', `The query took longer than ${timeoutMs / 1000} s.`, { hint: narrow });
  };

  const admit = ({ account, gone }: ScanOf): void => {
    if (closed) throw new AppError('unavailable', 'The database is closed.', { retryAfter: 5 });
    if (gone?.aborted === true) throw cutOff();
    if ((lanes.get(account)?.length ?? 0) >= maxWaiting.ofOne) throw tooManyOfOne();
    if (counts.waiting >= maxWaiting.ofAll) throw tooBusy();
  };

  const run = <Result>(of: ScanOf, work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      admit(of);
      const { account, gone } = of;
      const giveUp = (error: AppError) => {
        settle();
        leave(account, waiting);
        reject(error);
      };
      const onGone = () => giveUp(cutOff());
      const timer = setTimeout(() => giveUp(tooBusy()), maxWaitMs);
      const settle = () => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', onGone);
      };
      const end = () => {
        counts.finished += 1;
        count(account, -1);
        startNext();
        tellIdle();
      };
      const start = () => {
        settle();
        count(account, 1);
        work()
          .then(resolve, (error: unknown) => reject(error instanceof ScanTimeout ? timedOut(of) : error))
          .finally(end);
      };
      const waiting = { start };
      gone?.addEventListener('abort', onGone, { once: true });
      const lane = lanes.get(account);
      if (lane === undefined) lanes.set(account, [waiting]);
      else lane.push(waiting);
      counts.waiting += 1;
      startNext();
    });

  return {
    run,
    hold(hold) {
      held = hold && !closed;
      startNext();
    },
    whenIdle: () => (counts.running === 0 ? Promise.resolve() : idle()),
    counters: () => ({ ...counts }),
    close() {
      closed = true;
      held = false;
      startNext();
      return counts.running === 0 ? Promise.resolve() : idle();
    },
  };
}

const cutOff = () => new AppError('bad_request', 'The request was cut off.');

const tooManyOfOne = () =>
  new AppError(
    'too_many_concurrent',
    `Too many searches and counts of this account are waiting: ${maxWaiting.ofOne}.`,
    {
      retryAfter: 1,
      hint: 'Send fewer of them at once.',
    },
  );

const tooBusy = () =>
  new AppError('unavailable', 'The database has too much work waiting; try again shortly.', { retryAfter: 1 });
