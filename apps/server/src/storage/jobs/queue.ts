import type { Static, TSchema } from 'typebox';
import type { Database } from '../database.ts';
import type { Condition, Statement } from '../unit.ts';
import { type JobKind, maxKeyLength } from './kind.ts';
import { payloadText } from './running/attempt.ts';
import * as store from './store.ts';
import { cancelKeyed } from './survey.ts';

/** A job to enqueue. */
export interface NewJob<Schema extends TSchema> {
  readonly kind: JobKind<Schema>;
  /** A function gets the job's ID, for a payload that is sealed for it; such a job has no key. */
  readonly payload: Static<Schema> | ((id: string) => Static<Schema>);
  /** If a job of the same kind, workspace and key is queued, there is no second: that one takes this payload. */
  readonly key?: string;
  /** When it is due, in ms since 1970; now by default. */
  readonly runAt?: number;
  /** Lower runs first within its workspace; 0 by default. */
  readonly priority?: number;
  /** The workspace whose account's turn it takes, if that isn't its own: for what outlives a tenant's workspace. */
  readonly turnOf?: string;
  /** The job is enqueued only if this holds when the unit runs. */
  readonly when?: Condition;
}

/** Returns the statement that enqueues a job of a workspace, for the unit of work that it belongs to. */
export type Enqueue = <Schema extends TSchema>(workspace: string, job: NewJob<Schema>) => Statement;

/**
 * Returns the statement that cancels a workspace's jobs of a kind and key, for the unit of work that makes them
 * needless. An attempt that runs is aborted at the next renewal of its lease.
 */
export type Dequeue = (
  workspace: string,
  job: { readonly kind: { readonly name: string }; readonly key: string },
) => Statement;

/** Dependencies of the queue. */
export interface QueueNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'job'): string;
  /** Called when a claim would find a job of a unit of work: its kind's name, and when it is due. */
  onEnqueued(job: { readonly kind: string; readonly runAt: number }): void;
}

/** Creates the functions that enqueue and cancel jobs. */
export function createQueue({ db, now, newId, onEnqueued }: QueueNeeds) {
  const enqueue: Enqueue = (workspace, { kind, payload, key, runAt, priority = 0, turnOf = workspace, when }) => {
    if ((key?.length ?? 0) > maxKeyLength) throw new Error(`A job's key has more than ${maxKeyLength} characters.`);
    if (key !== undefined && typeof payload === 'function') throw new Error('A job with a key may keep another ID.');
    const [id, time] = [newId('job'), now()];
    const due = runAt ?? time;
    const given: unknown = typeof payload === 'function' ? (payload as (id: string) => unknown)(id) : payload;
    const row = {
      ...{ id, workspace_id: workspace, kind: kind.name, payload: payloadText(kind, given) },
      ...{ state: due > time ? 'waiting' : 'ready', priority, run_at: due, dedupe_key: key ?? null, turnOf },
    };
    const tell = () => onEnqueued({ kind: kind.name, runAt: due });
    const inserted = store.insert(db, row, when);
    // With one writer, a claim that follows at once finds the job, and is committed with it.
    return db.engine === 'sqlite' ? { ...inserted, onQueued: tell } : { ...inserted, onCommitted: tell };
  };

  const dequeue: Dequeue = (workspace, { kind, key }) => cancelKeyed(db, { workspace, kind: kind.name, key });

  return { enqueue, dequeue };
}
