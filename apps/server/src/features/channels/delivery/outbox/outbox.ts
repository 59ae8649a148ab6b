import { type Static, Type } from 'typebox';
import type { Database } from '../../../../storage/database.ts';
import type { Enqueue } from '../../../../storage/jobs/queue.ts';
import type { Statement } from '../../../../storage/unit.ts';
import { findNew, markQueued } from './store.ts';

/** Time in ms for which messages are gathered before one look for them. */
const gatherMs = 50;

/** Max messages that one look enqueues. */
const lookedAt = 100;

/** Max attempts of a delivery, over about four hours. From `telling` on, its channel says that it is in error. */
export const attempts = { most: 12, telling: 3 } as const;

/** Delivers the messages of a conversation to its platform, in their order. */
export const deliverKind = {
  name: 'channels.deliver',
  payload: Type.Object({ conversation: Type.String() }),
  timeoutMs: 60_000,
  // More than a delivery has: the last one says what went wrong.
  attempts: attempts.most + 8,
  concurrency: 8,
} as const;

/** The payload of a delivery. */
export type DeliveryJob = Static<typeof deliverKind.payload>;

/** Dependencies of the outbox. */
export interface OutboxNeeds {
  readonly db: Database;
  readonly enqueue: Enqueue;
  onError(error: unknown): void;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * The outbox of messages for platforms. Triggers put each message that has ended into it, in its own unit of work:
 * decision 0066. A look, which follows such a unit, enqueues the jobs that deliver; the schedule finds what is left.
 */
export function createOutbox({ db, enqueue, onError }: OutboxNeeds) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isClosed = false;

  /** Returns the statement that enqueues the job of a conversation. */
  const enqueueOne = (workspace: string, conversation: string, runAt?: number): Statement =>
    enqueue(workspace, {
      ...{ kind: deliverKind, payload: { conversation }, key: conversation },
      ...(runAt !== undefined && { runAt }),
    });

  /** Enqueues a job for each conversation with messages that have none yet. */
  const look = async (): Promise<void> => {
    for (;;) {
      const found = await findNew(db, lookedAt);
      if (found.length === 0) return;
      const conversations = new Map(found.map(({ conversation, workspace }) => [conversation, workspace]));
      const ids = found.map(({ id }) => id);
      const jobs = [...conversations].map(([conversation, workspace]) => enqueueOne(workspace, conversation));
      await db.write({ queued: markQueued(db, ids), jobs });
      if (found.length < lookedAt) return;
    }
  };

  return {
    enqueueOne,
    look,
    /** Looks a moment later. Called after a unit of work in which messages have ended. */
    lookSoon: (): void => {
      if (isClosed) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        running = running.then(look).catch(onError);
      }, gatherMs).unref();
    },
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
