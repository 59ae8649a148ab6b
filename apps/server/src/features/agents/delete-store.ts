import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

/** The agent to delete, and the versions that it may have; any if undefined. */
interface Deletion {
  readonly id: string;
  readonly versions: readonly number[] | undefined;
}

/** No version is -1: an empty list matches nothing. */
const matching = (versions: readonly number[]) => (versions.length === 0 ? [-1] : versions);

const removeSources = (db: Database, workspace: string, id: string): Statement =>
  statement(db.query.deleteFrom('agent_sources').where('agent_id', '=', id).where('workspace_id', '=', workspace));

/** Deletes an agent with its links to knowledge sources. Other rows that refer to it must be deleted before. */
export function remove(db: Database, workspace: string, { id, versions }: Deletion, orElse: () => Error): Statement[] {
  let agent = db.query
    .deleteFrom('agents')
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null);
  if (versions !== undefined) agent = agent.where('version', 'in', matching(versions));
  return [removeSources(db, workspace, id), one(agent, orElse)];
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
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null);
  if (versions !== undefined) agent = agent.where('version', 'in', matching(versions));
  return one(agent, orElse);
}

/** Deletes a hidden agent whose history is gone. */
export const removeHidden = (db: Database, workspace: string, id: string): Statement[] => [
  removeSources(db, workspace, id),
  statement(
    db.query
      .deleteFrom('agents')
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is not', null),
  ),
];

/** Reads hidden agents of all workspaces. */
export const findHidden = (db: Database, limit: number) =>
  db.read(
    db.query
      .selectFrom('agents')
      .select(['id', 'workspace_id as workspace'])
      .where(sql<boolean>`deleted_at is not null`)
      .limit(limit),
  );
