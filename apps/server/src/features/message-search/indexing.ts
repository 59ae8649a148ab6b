import { pace } from '../../scheduling/pace.ts';
import type { Database } from '../../storage/database.ts';
import { type Attempt, type Job, job, noPayload, systemWorkspace } from '../../storage/jobs/kind.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import type { Report } from '../../storage/progress.ts';
import { emptyIfDamaged, indexWords } from '../../storage/sql/words.ts';
import type { Statement } from '../../storage/unit.ts';
import { wordsOf } from '../../text/words.ts';
import { anyUnindexed, dequeue, findUnindexed, lastAfter, requeue, type Unindexed } from './store.ts';

/** Time during which messages are gathered before a job indexes them, in ms: one job serves many messages. */
const gatherMs = 1_000;

/** Max messages of one unit of work and max bytes of their texts: other writers wait for a unit. */
const portion = { rows: 100, bytes: 256 * 1024 } as const;

/** Max duration of an attempt, in ms; then other jobs get their turn. */
const longestMs = 10_000;

const kind = {
  ...{ name: 'conversations.index', payload: noPayload, timeoutMs: 60_000 },
  concurrency: 1,
} as const;

/** Dependencies of indexing. */
export interface IndexingNeeds {
  readonly db: Database;
  readonly enqueue: Enqueue;
  onError(error: unknown): void;
}

/** Max messages that one unit of work queues again. */
const requeued = 500;

/** A message was deleted after it was read. */
class Gone extends Error {}

const unlessGone = <Result>(write: Promise<Result>): Promise<Result | undefined> =>
  write.catch((error: unknown) => {
    if (error instanceof Gone) return undefined;
    throw error;
  });

/**
 * Indexes the words of messages in the background. The queue is a table that triggers fill with the messages
 * (`queuedByTriggers`), so nothing is lost if a process dies; then the schedule or the next start finds what is left.
 */
export function createIndexing({ db, enqueue, onError }: IndexingNeeds) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const enqueueIfAny = async (): Promise<void> => {
    if (!(await anyUnindexed(db))) return;
    await db.write([enqueue(systemWorkspace, { kind, payload: {}, key: 'all' })]);
  };

  /** Enqueues the job a little later, if it isn't about to be. */
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      running = enqueueIfAny().catch(onError);
    }, gatherMs).unref();
  };

  /** Queues all messages again. Until they are indexed, those that searches find are still found. */
  const reindex = async (report: Report): Promise<number> => {
    await emptyIfDamaged(db);
    let queued = 0;
    for (let after = ''; ; ) {
      const last = await lastAfter(db, after, requeued);
      if (last === undefined) break;
      const unit = [requeue(db, { after, last }, () => new Gone())] as const;
      const outcomes = await unlessGone(db.write(unit));
      // If a message was deleted meanwhile, the same part again.
      if (outcomes === undefined) continue;
      queued += outcomes[0].changed;
      after = last;
      report({ what: 'Queueing messages', done: queued, unit: 'rows' });
    }
    await enqueueIfAny();
    return queued;
  };

  const statementsOf = async (found: readonly Unindexed[]): Promise<Statement[]> => {
    const statements: Statement[] = [];
    for (const { json: text, ...message } of found) {
      statements.push(...indexWords(db, { ...message, words: await wordsOf(text) }, () => new Gone()));
      const turn = pace.due();
      if (turn !== undefined) await turn;
    }
    const ids = found.map(({ id }) => id);
    return [dequeue(db, ids), ...statements];
  };

  const index = async ({ signal, guard, end }: Pick<Attempt<unknown>, 'signal' | 'guard' | 'end'>) => {
    const until = performance.now() + longestMs;
    while (!signal.aborted && performance.now() < until) {
      const { rows: found, cut } = await findUnindexed(db, portion);
      if (found.length === 0) return {};
      const statements = await statementsOf(found);
      // Messages that are queued from now on have another job.
      const isLast = !cut && found.length < portion.rows;
      const outcomes = await unlessGone(db.write([isLast ? end() : guard(), ...statements]));
      if (isLast && outcomes !== undefined) return {};
    }
    return { next: {} };
  };

  const jobs: Job[] = [job(kind, index, { pattern: '*/10 * * * *', payload: {} })];

  return {
    jobs,
    /** Looks a moment later: after a unit of work in which messages have ended, and for what is left at the start. */
    soon,
    reindex,
    close: async (): Promise<void> => {
      clearTimeout(timer);
      await running;
    },
  };
}
