import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import { type Condition, one, type Statement, statement } from '../../../storage/unit.ts';

/** The agent to delete, and the versions that it may have; any if undefined. */
interface Deletion {
  readonly id: string;
  readonly versions: readonly number[] | undefined;
}

/** No version is -1: an empty list matches nothing. */
const matching = (versions: readonly number[]) => (versions.length === 0 ? [-1] : versions);

/** Rows that are deleted with an agent. */
export interface Counted {
  /** An SQL expression that counts those of an agent. */
  counted(agent: string): RawBuilder<number>;
}

/** The parts that a deletion counts, and the condition for a history that one unit of work deletes. */
interface CountedParts {
  readonly conversations: Counted;
  readonly channels: Counted;
  isShort(agent: string): Condition;
}

/** Creates the statements that count what is deleted with an agent. */
export function createCounts({ conversations, channels, isShort }: CountedParts) {
  const counts = prepared((db, { id }: { readonly id: string }, which: 'short' | 'any') => {
    const columns = [conversations.counted(id).as('conversations'), channels.counted(id).as('channels')] as const;
    const query = db.query.selectNoFrom(columns);
    return which === 'short' ? query.where(isShort(id)) : query;
  });
  return {
    /** Throws `orElse` if the history is long. */
    ofShort: (db: Database, id: string, orElse: () => Error) => one(counts(db, { id }, 'short'), orElse),
    ofAny: (db: Database, id: string) => statement(counts(db, { id }, 'any')),
  };
}

type OfAgent = { readonly workspace: string; readonly id: string };

/** Creates the statement that deletes an agent and, by their foreign keys, everything that belongs to it. */
export function createRemove({ isShort }: Pick<CountedParts, 'isShort'>) {
  const deleteAgent = prepared((db, { workspace, id, versions }: OfAgent & Pick<Deletion, 'versions'>) => {
    const agent = db.query
      .deleteFrom('agents')
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is', null);
    // The unit checks this first, but PostgreSQL's statements are pipelined: it would delete it all and roll back.
    const bounded = db.engine === 'sqlite' ? agent : agent.where(isShort(id));
    return versions === undefined ? bounded : bounded.where('version', 'in', versions);
  });
  return (db: Database, workspace: string, { id, versions }: Deletion, orElse: () => Error): Statement =>
    one(deleteAgent(db, { workspace, id, versions: versions && matching(versions) }), orElse);
}

/** Hides an agent and, with it, all of its rows. */
export function hide(
  db: Database,
  workspace: string,
  { id, versions, now }: Deletion & { readonly now: number },
  orElse: () => Error,
): Statement {
  let agent = db.query
    .updateTable('agents')
    .set({ deleted_at: now, external_id: null })
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null);
  if (versions !== undefined) agent = agent.where('version', 'in', matching(versions));
  return one(agent, orElse);
}

/** Inserts an agent that is hidden from the beginning. */
export const insertHidden = (db: Database, workspace: string, { id, now }: { id: string; now: number }): Statement =>
  statement(
    db.query.insertInto('agents').values({
      ...{ id, workspace_id: workspace, name: '', description: '', system_prompt: '', model: '', temperature: '0' },
      ...{ status: 'inactive', version: 1, created_at: now, updated_at: now, deleted_at: now },
      ...{ name_folded: '', description_folded: '' },
      ...{ answer_mode: 'open', grounding_judge: 'rules', rerank: 0 },
    }),
  );

/** Deletes a hidden agent whose history is gone, and by their foreign keys the other rows that belong to it. */
export const removeHidden = (db: Database, workspace: string, id: string): Statement =>
  statement(
    db.query
      .deleteFrom('agents')
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is not', null),
  );

/** Reads hidden agents of all workspaces. */
export const findHidden = (db: Database, limit: number) =>
  db.read(
    db.query
      .selectFrom('agents')
      .select(['id', 'workspace_id as workspace'])
      .where(sql<boolean>`deleted_at is not null`)
      .limit(limit),
  );
