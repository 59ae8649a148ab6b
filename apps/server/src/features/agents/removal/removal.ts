import type { Database } from '../../../storage/database.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { Asker, ScanOf } from '../../../storage/scans/scan-queue.ts';
import { holdRow } from '../../../storage/sql/lock-rows.ts';
import type { Condition, Outcome, Statement } from '../../../storage/unit.ts';
import * as deleteStore from './delete-store.ts';
import { purge } from './purge.ts';
import type { AgentDependents } from './schema.ts';

/** Rows of another feature that belong to an agent and are deleted with it, by their foreign key. */
export interface Dependents extends deleteStore.Counted {
  count(workspace: string, agent: string, scan: ScanOf): Promise<number>;
}

/** Farewell to platforms: ends the registration of an agent's channels there. */
interface Farewell {
  readonly statements: readonly Statement[];
  /** Tells the platforms, once the deletion is committed; returns sentences about what is left. */
  say(): Promise<readonly string[]>;
}

/** Dependencies of removing agents. */
export interface RemovalNeeds {
  readonly db: Database;
  readonly dependents: {
    readonly messages: Pick<Dependents, 'count'>;
    readonly conversations: Dependents;
    readonly channels: Dependents & { releaseIds(workspace: string, agent: string): Statement };
  };
  /** A condition: an agent's conversations and messages are few enough to delete them in one unit of work. */
  isShort(agent: string): Condition;
  readonly enqueue: Enqueue;
  /** Returns the work for the platforms of the agent's channels: statements of the deletion, and what follows it. */
  farewell(workspace: string, agent: string): Promise<Farewell>;
  /** Called when an agent has been deleted, with its conversations. */
  onDeleted(agent: string): Promise<void>;
}

/** The agent to delete, the versions that it may have, and the time. */
interface Target {
  readonly id: string;
  readonly versions: readonly number[] | undefined;
  readonly now: number;
}

/** Parts of a deletion: who asks for it, its statements, and the error if there is no such agent or version. */
interface Along {
  readonly asker: Asker;
  readonly event: Statement;
  readonly leaving: readonly Statement[];
  readonly orElse: () => Error;
}

/** The number of rows that were deleted with an agent. */
type Gone = Pick<AgentDependents, 'channels' | 'conversations'>;

/** The counts of what was deleted with an agent, and sentences about what is left at platforms. */
export interface Deleted extends Gone {
  readonly left: readonly string[];
}

/** Creates the function that deletes an agent with everything that belongs to it, and returns how much went. */
export function createRemoval({ db, dependents, isShort, enqueue, farewell, onDeleted }: RemovalNeeds) {
  const counts = deleteStore.createCounts({ ...dependents, isShort });
  const remove = deleteStore.createRemove({ isShort });

  /** Deletes an agent with all of its rows, in one unit of work. Throws `LongHistory`. The lock makes counts exact. */
  const removeWhole = async (workspace: string, target: Target, { event, leaving, orElse }: Along): Promise<Gone> => {
    const { id } = target;
    const { counted } = await db.write({
      hold: holdRow(db, 'agents', { id, workspace_id: workspace }),
      counted: counts.ofShort(db, id, () => new LongHistory()),
      agent: remove(db, workspace, target, orElse),
      event,
      leaving,
    });
    return deletedOf(counted);
  };

  /** Hides an agent with all of its rows, and enqueues the job that deletes them. */
  const hide = async (workspace: string, target: Target, { asker, event, leaving, orElse }: Along): Promise<Gone> => {
    const { id } = target;
    // Counted before and not in the unit: counting a long history takes a while, and other writers would wait.
    const { rows } = await db.scan(counts.ofAny(db, id), { ...asker, narrow: 'Try again later.' });
    await db.write({
      agent: deleteStore.hide(db, workspace, target, orElse),
      job: enqueue(workspace, { kind: purge, payload: { agent: id }, key: id }),
      ids: dependents.channels.releaseIds(workspace, id),
      event,
      leaving,
    });
    return deletedOf({ rows });
  };

  return async (workspace: string, target: Target, given: Omit<Along, 'leaving'>): Promise<Deleted> => {
    const { statements, say } = await farewell(workspace, target.id);
    const along = { ...given, leaving: statements };
    const deleted = await removeWhole(workspace, target, along).catch((error: unknown) => {
      if (error instanceof LongHistory) return hide(workspace, target, along);
      throw error;
    });
    await onDeleted(target.id);
    return { ...deleted, left: await say() };
  };
}

const deletedOf = ({ rows: [counts] }: Pick<Outcome<Gone>, 'rows'>): Gone => ({
  channels: Number(counts?.channels ?? 0),
  conversations: Number(counts?.conversations ?? 0),
});

/** The agent has more history than one unit of work should delete. */
class LongHistory extends Error {}
