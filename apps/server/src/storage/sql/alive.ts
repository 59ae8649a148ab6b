import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from './prepared.ts';

/**
 * An agent with a long history is hidden when it is deleted, and a job deletes its rows: see decision 0015. Until then
 * every read of conversations and messages has one of these conditions.
 */

/**
 * The ID of a workspace for an insert. If the workspace is deleted, it is empty, which breaks the row's foreign key.
 */
export const liveWorkspace = (id: string): RawBuilder<string> =>
  sql`coalesce((select id from workspaces where id = ${id} and deleted_at is null), '')`;

/** A condition: the agent isn't deleted. */
export const isAlive = (agent: Expression<string> | string): RawBuilder<boolean> =>
  sql`exists (select 1 from agents as alive where alive.id = ${agent} and alive.deleted_at is null)`;

/** A condition: the agent of the conversation isn't deleted. */
export const isInLiveConversation = (conversation: Expression<string>): RawBuilder<boolean> =>
  sql`exists (select 1 from conversations as live join agents as alive on alive.id = live.agent_id
    where live.id = ${conversation} and alive.deleted_at is null)`;

const hidden = prepared((db, { reach }: { reach: readonly string[] }) =>
  db.query
    .selectFrom('agents')
    .select('id')
    .where('workspace_id', 'in', reach)
    .where(sql<boolean>`deleted_at is not null`)
    .limit(1),
);

/** True if some workspaces have a hidden agent. Usually no workspace has one, and counting is cheaper then. */
export const anyHidden = async (db: Database, reach: readonly string[]): Promise<boolean> =>
  reach.length > 0 && (await db.read(hidden(db, { reach }))).length > 0;
