import { AppError } from '../../errors.ts';
import { createCounts, createLanes } from '../../scheduling/lanes.ts';

/** The answer to a request, as long as the client waits for it. */
export interface AwaitedAnswer {
  /**
   * The error of a read that is no longer awaited when its turn comes: its client has left, or leaves too much unread.
   */
  refusal(): AppError | undefined;
  /**
   * A signal that is aborted when the client leaves. It is made when it is asked for: it costs more than a short read.
   */
  gone(): AbortSignal;
}

/** The caller that asks for a scan. */
export interface Asker {
  /** The ID by which callers take turns: of the account, or of the workspace if it has no account. */
  readonly account: string;
  /** The answer that the rows are for; undefined if the read serves no request. */
  readonly awaited?: AwaitedAnswer | undefined;
}

/** On whose behalf a read scans. */
export interface ScanOf extends Asker {
  /** One sentence for a caller whose scan took too long: how to ask for less. */
  readonly narrow: string;
}

/** Number of scans that run at the same time, and max ms of each, running and waiting. */
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

/** Runs scans, a few at the same time. */
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
 * Creates a queue in which accounts take turns. One account never runs scans on all readers, if there are several. So
 * the scan of another account starts immediately.
 */
export function createScanQueue({ readers, timeoutMs, maxWaitMs }: ScanSettings): ScanQueue {
  const lanes = createLanes<Waiting>();
  const running = createCounts();
  const runningOfOne = Math.max(1, readers - 1);
  const whenIdle = new Set<() => void>();
  const counts = { finished: 0, timeouts: 0 };
  let held = false;
  let closed = false;

  const mayStart = (account: string) => running.of(account) < runningOfOne;

  const startNext = (): void => {
    while (!held && running.total() < readers) {
      const next = lanes.next(mayStart);
      if (next === undefined) return;
      next.start();
    }
  };

  const leave = (account: string, waiting: Waiting): void => {
    lanes.remove(account, waiting);
    tellIdle();
  };

  const tellIdle = (): void => {
    if (running.total() > 0 || (closed && lanes.size() > 0)) return;
    for (const tell of whenIdle) tell();
    whenIdle.clear();
  };

  const idle = (): Promise<void> => new Promise((resolve) => void whenIdle.add(resolve));

  const timedOut = ({ narrow }: ScanOf): AppError => {
    counts.timeouts += 1;
    return new AppError('query_timeout', `The query took longer than ${timeoutMs / 1000} s.`, { hint: narrow });
  };

  const admit = ({ account, awaited }: ScanOf): void => {
    if (closed) throw new AppError('unavailable', 'The database is closed.', { retryAfter: 5 });
    const refusal = awaited?.refusal();
    if (refusal !== undefined) throw refusal;
    if (lanes.lengthOf(account) >= maxWaiting.ofOne) throw tooManyOfOne();
    if (lanes.size() >= maxWaiting.ofAll) throw tooBusy();
  };

  const run = <Result>(of: ScanOf, work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      admit(of);
      const { account, awaited } = of;
      const giveUp = (error: AppError) => {
        settle();
        leave(account, waiting);
        reject(error);
      };
      const onGone = () => giveUp(cutOff());
      const timer = setTimeout(() => giveUp(tooBusy()), maxWaitMs);
      const settle = () => {
        clearTimeout(timer);
        awaited?.gone().removeEventListener('abort', onGone);
      };
      const end = () => {
        counts.finished += 1;
        running.add(account, -1);
        startNext();
        tellIdle();
      };
      const start = () => {
        const refusal = awaited?.refusal();
        if (refusal !== undefined) return giveUp(refusal);
        settle();
        running.add(account, 1);
        work()
          .then(resolve, (error: unknown) => reject(error instanceof ScanTimeout ? timedOut(of) : error))
          .finally(end);
      };
      const waiting = { start };
      awaited?.gone().addEventListener('abort', onGone, { once: true });
      lanes.add(account, waiting);
      startNext();
    });

  return {
    run,
    hold(hold) {
      held = hold && !closed;
      startNext();
    },
    whenIdle: () => (running.total() === 0 ? Promise.resolve() : idle()),
    counters: () => ({ ...counts, running: running.total(), waiting: lanes.size() }),
    close() {
      closed = true;
      held = false;
      startNext();
      return running.total() === 0 ? Promise.resolve() : idle();
    },
  };
}

/** The error of a read that is no longer awaited. */
export const cutOff = () => new AppError('bad_request', 'The request was cut off.');

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
