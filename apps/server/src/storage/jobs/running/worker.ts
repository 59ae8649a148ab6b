import { setTimeout as wait } from 'node:timers/promises';
import { isUnavailable } from '../../../errors.ts';
import { HandedBack, type Job, LeaseLost } from '../kind.ts';
import { type AttemptNeeds, attempt, type Ended, type Ending, failed } from './attempt.ts';
import { type Claimed, take } from './claim.ts';
import { type Place, type Share, shareOf } from './concurrency-shares.ts';
import { createSilentTargets } from './silent-targets.ts';

/** The waits between attempts to store an end while the database is unavailable, in ms. */
const storeDelaysMs = [200, 500, 1_000, 2_000, 4_000, 8_000];

/** Dependencies of the worker. */
export interface WorkerNeeds extends AttemptNeeds {
  /** The kinds by name. */
  readonly jobs: ReadonlyMap<string, Job>;
  /** Called if jobs are ready that this process has no room for. */
  onFull(): void;
  /** Called with the time of a retry, in ms since 1970. */
  onRetry(): void;
}

interface Running extends Place {
  readonly lease: number;
  readonly controller: AbortController;
  done: Promise<void>;
  isAside: boolean;
}

/** The jobs of a kind that take turns together, and whose turn it is. */
interface WorkerLane {
  readonly job: Job;
  readonly isSlow: boolean;
  /** The account that was served last, and the workspace that was served last of each. */
  after: string;
  readonly turns: Map<string, string>;
}

/** Creates the worker: it claims jobs while it has room, makes one attempt at each, and stores how that ends. */
export function createWorker(needs: WorkerNeeds) {
  const { db, jobs, onFull, onRetry, onError } = needs;
  const running = new Map<string, Running>();
  const targets = createSilentTargets();
  const lanesOf = (isSlow: boolean) =>
    new Map([...jobs].map(([kind, job]): [string, WorkerLane] => [kind, { job, isSlow, after: '', turns: new Map() }]));
  const lanes = { usual: lanesOf(false), slow: lanesOf(true) };
  /** Lanes that may have ready jobs, in the order in which they get their turn. */
  const hungry = new Set<WorkerLane>();
  /** Lanes whose only ready jobs were of accounts that had their share: these. */
  const blocked = new Map<WorkerLane, readonly string[]>();
  const ended = new Map<string, Record<Ended, number>>();
  let claiming = Promise.resolve();
  let isClaiming = false;
  let stopped = false;
  let closed = false;

  const shareIn = ({ job: { kind }, isSlow }: WorkerLane): Share => shareOf({ kind, isSlow }, [...running.values()]);

  const feed = (lane: WorkerLane | undefined): void => {
    if (lane !== undefined) hungry.add(lane);
  };

  /** True if one of the accounts is no longer at its share. */
  const isFreed = (lane: WorkerLane, accounts: readonly string[]): boolean => {
    const busy = new Set(shareIn(lane).busy);
    return accounts.some((account) => !busy.has(account));
  };

  const claimOf = async (lane: WorkerLane): Promise<void> => {
    const { job, isSlow, after, turns } = lane;
    hungry.delete(lane);
    blocked.delete(lane);
    const { jobs: room, busy } = shareIn(lane);
    const claim = { kind: job.kind.name, slow: isSlow ? 1 : 0, after, busy, turns, jobs: room } as const;
    const { taken: found, hasMore } = await take(db, claim);
    for (const claimed of found) start(lane, claimed);
    for (const { account_id: account, workspace_id: workspace } of found) turns.set(account, workspace);
    const last = found.map((each) => each.account_id).sort();
    lane.after = found.length === room ? (last.at(-1) ?? '') : '';
    if (!hasMore) forgetTurns(lane, busy);
    // A walk that didn't start at the first account, or that found something, may have left jobs behind.
    else if (found.length > 0 || after !== '') hungry.add(lane);
    else foundNone(lane, busy);
  };

  const forgetTurns = ({ turns }: WorkerLane, busy: readonly string[]): void => {
    if (busy.length === 0) turns.clear();
  };

  /** No account has ready jobs in the lane, but perhaps those that have their share. */
  const foundNone = (lane: WorkerLane, busy: readonly string[]): void => {
    if (busy.length === 0) forgetTurns(lane, busy);
    // One of their jobs may have ended during the query, and continue.
    else if (isFreed(lane, busy)) hungry.add(lane);
    else blocked.set(lane, busy);
  };

  /** The next lane that may have ready jobs, and has room. */
  const nextLane = (): WorkerLane | undefined =>
    stopped ? undefined : [...hungry].find((lane) => shareIn(lane).jobs > 0);

  const claimAll = async (): Promise<void> => {
    for (let lane = nextLane(); lane !== undefined; lane = nextLane()) await claimOf(lane);
    if (hungry.size > 0) onFull();
  };

  const claim = (): void => {
    if (isClaiming || nextLane() === undefined) return;
    isClaiming = true;
    claiming = claimAll()
      .catch(onError)
      .finally(() => {
        isClaiming = false;
        // Claims for lanes that were woken while the last claim ended.
        claim();
      });
  };

  /** Claims jobs for the places that have become free. */
  const refill = (): void => {
    for (const [lane, accounts] of blocked) if (isFreed(lane, accounts)) hungry.add(lane);
    if (hungry.size > 0) claim();
  };

  const start = ({ job, isSlow }: WorkerLane, claimed: Claimed): void => {
    const { id, lease, kind, account_id: account } = claimed;
    const controller = new AbortController();
    if (stopped) controller.abort(new HandedBack());
    const place: Running = { lease, kind, account, isSlow, isAside: false, controller, done: Promise.resolve() };
    running.set(id, place);
    place.done = run(job, claimed, place)
      .catch(onError)
      .finally(() => {
        running.delete(id);
        refill();
      });
  };

  /** Returns the `aside` of an attempt, if its kind may stand aside; several waits of one attempt may overlap. */
  const asideOf = ({ kind }: Job, place: Running) => {
    let waits = 0;
    return async <Result>(wait: Promise<Result>): Promise<Result> => {
      if (kind.aside === undefined) return wait;
      waits += 1;
      place.isAside = true;
      refill();
      try {
        return await wait;
      } finally {
        waits -= 1;
        // Without asking for a place: there are few of them, and each soon waits again.
        place.isAside = waits > 0;
      }
    };
  };

  const run = async (job: Job, claimed: Claimed, place: Running): Promise<void> => {
    const { account, isSlow, controller } = place;
    const toward = targets.towardOf({ account, isSlow, signal: controller.signal });
    const ending = await attempt(needs, job, { claimed, controller, toward, aside: asideOf(job, place) });
    const how = await store(ending).catch((error: unknown) => {
      if (isUnavailable(error)) throw error;
      // The effect was refused, so the attempt has failed.
      return store(failed(needs, job.kind, { claimed, error }));
    });
    const none = { done: 0, continued: 0, failed: 0, dead: 0, gone: 0, returned: 0, moved: 0 };
    const counts = ended.get(claimed.kind) ?? none;
    counts[how] += 1;
    ended.set(claimed.kind, counts);
    if (how === 'continued') feed(lanes.usual.get(claimed.kind));
    if (how === 'moved') feed(lanes.slow.get(claimed.kind));
    if (how === 'failed') onRetry();
  };

  /** Stores an end. An attempt that has lost its lease has nothing to store. */
  const store = async (ending: Ending): Promise<Ended> => (ending.unit.length === 0 ? ending.ended : write(ending));

  /** Writes an end; retries while the database is unavailable. If that fails, the lease expires. */
  const write = async ({ ended: how, unit }: Ending): Promise<Ended> => {
    for (const delay of [...storeDelaysMs, undefined]) {
      try {
        await db.write(unit);
        return how;
      } catch (error) {
        // If an earlier try was committed without an acknowledgement, the lease is gone, too.
        if (error instanceof LeaseLost) return 'gone';
        if (delay === undefined || closed || !isUnavailable(error)) throw error;
        await wait(delay);
      }
    }
    return how;
  };

  const handBack = async (): Promise<void> => {
    for (const { controller } of running.values()) controller.abort(new HandedBack());
    await Promise.all([...running.values()].map(({ done }) => done));
  };

  return {
    running: running as ReadonlyMap<string, { readonly lease: number }>,
    /** Number of this process's attempts by kind and outcome. */
    ended: ended as ReadonlyMap<string, Readonly<Record<Ended, number>>>,
    /** Claims jobs of some kinds, as far as there is room; `slow` are kinds whose jobs wait apart. */
    wake: (kinds: Iterable<string>, slow: Iterable<string> = []): void => {
      for (const kind of kinds) feed(lanes.usual.get(kind));
      for (const kind of slow) feed(lanes.slow.get(kind));
      claim();
    },
    /** Aborts the attempt at a job that is no longer this process's own. */
    lose: (id: string): void => running.get(id)?.controller.abort(new LeaseLost()),
    /** Claims no more; waits up to `limitMs` for running jobs, then hands them back for other processes. */
    drain: async (limitMs: number): Promise<void> => {
      stopped = true;
      await claiming;
      const timer = setTimeout(() => void handBack(), limitMs);
      if (limitMs === 0) {
        closed = true;
        await handBack();
      }
      await Promise.all([...running.values()].map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}
