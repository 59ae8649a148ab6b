import type { Database } from '../../storage/database.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import type { Statement } from '../../storage/unit.ts';
import * as deleteStore from './delete-store.ts';
import { purge } from './purge.ts';
import type { AgentDependents } from './schema.ts';
import * as store from './store.ts';

/** Rows of another feature that belong to an agent and are deleted with it. */
export interface Dependents {
  count(workspace: string, agent: string): Promise<number>;
  /** Returns the statement that deletes them; its outcome counts them. */
  remove(workspace: string, agent: string): Statement;
}

/** Dependents that the confirmation of a deletion counts. */
export interface CountedDependents extends Dependents {
  /** Returns the statement that counts them in a unit of work. */
  counted(workspace: string, agent: string): Statement<{ total: number }>;
}

/** Dependencies of removing agents. */
export interface RemovalNeeds {
  readonly db: Database;
  /** Deleted in this order: rows before the rows that they refer to. */
  readonly dependents: {
    readonly messages: Dependents;
    readonly conversations: CountedDependents;
    readonly channels: CountedDependents;
  };
  /** Whether an agent has too many conversations or messages to delete them in one unit of work. */
  hasLongHistory(workspace: string, agent: string): Promise<boolean>;
  readonly enqueue: Enqueue;
  /** Called when an agent has been deleted, with its conversations. */
  onDeleted(agent: string): Promise<void>;
}

/** The agent to delete, the versions that it may have, and the time. */
interface Target {
  readonly id: string;
  readonly versions: readonly number[] | undefined;
  readonly now: number;
}

/** What a deletion writes, and throws if there is no such agent or version. */
interface Along {
  readonly event: Statement;
  readonly orElse: () => Error;
}

/** The number of rows that were deleted with an agent. */
export type Deleted = Pick<AgentDependents, 'channels' | 'conversations'>;

/** Creates the function that deletes an agent with everything that belongs to it, and returns how much went. */
export function createRemoval({ db, dependents, hasLongHistory, enqueue, onDeleted }: RemovalNeeds) {
  /** Deletes an agent with all of its rows, in one unit of work. */
  const removeWhole = async (workspace: string, target: Target, { event, orElse }: Along): Promise<Deleted> => {
    const { id } = target;
    const { conversations, channels } = await db.write({
      messages: dependents.messages.remove(workspace, id),
      conversations: dependents.conversations.remove(workspace, id),
      channels: dependents.channels.remove(workspace, id),
      agent: deleteStore.remove(db, workspace, target, orElse),
      event,
    });
    return { channels: channels.changed, conversations: conversations.changed };
  };

  /** Hides an agent with all of its rows, and enqueues the job that deletes them. The lock makes the counts exact. */
  const hide = async (workspace: string, target: Target, { event, orElse }: Along): Promise<Deleted> => {
    const { id } = target;
    const { conversations, channels } = await db.write({
      hold: store.hold(db, workspace, id),
      conversations: dependents.conversations.counted(workspace, id),
      channels: dependents.channels.counted(workspace, id),
      agent: deleteStore.hide(db, workspace, target, orElse),
      job: enqueue(workspace, { kind: purge, payload: { agent: id }, key: id }),
      event,
    });
    return {
      channels: Number(channels.rows[0]?.total ?? 0),
      conversations: Number(conversations.rows[0]?.total ?? 0),
    };
  };

  return async (workspace: string, target: Target, along: Along): Promise<Deleted> => {
    const remove = (await hasLongHistory(workspace, target.id)) ? hide : removeWhole;
    const deleted = await remove(workspace, target, along);
    await onDeleted(target.id);
    return deleted;
  };
}
