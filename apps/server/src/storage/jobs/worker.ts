import { setTimeout as wait } from 'node:timers/promises';
import { isUnavailable } from '../../errors.ts';
import { type AttemptNeeds, attempt, type Ended, type Ending, failed } from './attempt.ts';
import { type Claimed, take } from './claim.ts';
import { HandedBack, type Job, LeaseLost } from './kind.ts';

/** Max jobs that a process runs at once. */
const maxRunning = 16;

/** Max jobs of a kind at once, and of one workspace among them, unless the kind says otherwise. */
const usual = { concurrency: 4, perWorkspace: 2 } as const;

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

interface Running {
  readonly lease: number;
  readonly kind: string;
  readonly workspace: string;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Creates the worker: it claims jobs while it has room, makes one attempt at each, and stores how that ends. */
export function createWorker(needs: WorkerNeeds) {
  const { db, jobs, onFull, onRetry, onError } = needs;
  const running = new Map<string, Running>();
  /** Kinds that may have ready jobs, in the order in which they get their turn. */
  const hungry = new Set<string>();
  /** Kinds whose only ready jobs were of workspaces that have their share. */
  const blocked = new Set<string>();
  /** The workspace of each kind that was served last. */
  const served = new Map<string, string>();
  const ended = new Map<string, Record<Ended, number>>();
  let claiming = Promise.resolve();
  let isClaiming = false;
  let stopped = false;
  let closed = false;

  const runningOf = (kind: string) => [...running.values()].filter((each) => each.kind === kind);

  const roomFor = ({ kind }: Job): number =>
    Math.min(maxRunning - running.size, (kind.concurrency ?? usual.concurrency) - runningOf(kind.name).length);

  /** The workspaces that have their share of a kind. */
  const busyWith = (kind: string, share: number): string[] => {
    const shares = new Map<string, number>();
    for (const { workspace } of runningOf(kind)) shares.set(workspace, (shares.get(workspace) ?? 0) + 1);
    return [...shares].filter(([, count]) => count >= share).map(([workspace]) => workspace);
  };

  const claimOf = async (job: Job): Promise<void> => {
    const { name, perWorkspace = usual.perWorkspace } = job.kind;
    hungry.delete(name);
    blocked.delete(name);
    const busy = busyWith(name, perWorkspace);
    const after = served.get(name) ?? '';
    const room = roomFor(job);
    const found = await take(db, { kind: name, after, busy, jobs: room });
    for (const claimed of found) start(job, claimed);
    const last = found.map((each) => each.workspace_id).sort();
    const isFull = found.length === room;
    served.set(name, isFull ? (last.at(-1) ?? '') : '');
    // A walk that didn't start at the first workspace, or that found something, may have left jobs behind.
    if (isFull || found.length > 0 || after !== '') hungry.add(name);
    else if (busy.length > 0) {
      // One of its jobs may have ended during the query, and continue.
      const freed = busy.length > busyWith(name, perWorkspace).length;
      (freed ? hungry : blocked).add(name);
    }
  };

  /** The next kind that may have ready jobs, and has room. */
  const nextJob = (): Job | undefined => {
    if (stopped) return undefined;
    return [...hungry].map((name) => jobs.get(name)).find((job) => job !== undefined && roomFor(job) > 0);
  };

  const claimAll = async (): Promise<void> => {
    for (let job = nextJob(); job !== undefined; job = nextJob()) await claimOf(job);
    if (hungry.size > 0) onFull();
  };

  const claim = (): void => {
    if (isClaiming || nextJob() === undefined) return;
    isClaiming = true;
    claiming = claimAll()
      .catch(onError)
      .finally(() => {
        isClaiming = false;
        // What was woken while the last claim ended.
        claim();
      });
  };

  const start = (job: Job, claimed: Claimed): void => {
    const controller = new AbortController();
    if (stopped) controller.abort(new HandedBack());
    const done = run(job, claimed, controller)
      .catch(onError)
      .finally(() => {
        running.delete(claimed.id);
        if (blocked.has(claimed.kind)) hungry.add(claimed.kind);
        if (hungry.size > 0) claim();
      });
    const { lease, kind, workspace_id: workspace } = claimed;
    running.set(claimed.id, { lease, kind, workspace, controller, done });
  };

  const run = async (job: Job, claimed: Claimed, controller: AbortController): Promise<void> => {
    const ending = await attempt(needs, job, { claimed, controller });
    const how = await store(ending).catch((error: unknown) => {
      if (isUnavailable(error)) throw error;
      // The effect was refused, so the attempt has failed.
      return store(failed(needs, job.kind, { claimed, error }));
    });
    const counts = ended.get(claimed.kind) ?? { done: 0, continued: 0, failed: 0, dead: 0, gone: 0, returned: 0 };
    counts[how] += 1;
    ended.set(claimed.kind, counts);
    if (how === 'continued') hungry.add(claimed.kind);
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
    /** How the attempts of this process ended, by kind. */
    ended: ended as ReadonlyMap<string, Readonly<Record<Ended, number>>>,
    /** Claims jobs of some kinds, as far as there is room. */
    wake: (kinds: Iterable<string>): void => {
      for (const kind of kinds) if (jobs.has(kind)) hungry.add(kind);
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
