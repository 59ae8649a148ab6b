import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/** A channel of a platform, as far as the platform is concerned. */
export interface PlatformChannel {
  readonly id: string;
  readonly agent: string;
  readonly type: string;
  readonly name: string;
  readonly status: string;
  readonly settings: string;
  readonly secrets: string;
}

const columns = ['id', 'agent_id as agent', 'type', 'name', 'status', 'settings', 'secrets'] as const;

const byId = prepared((db, { workspace, id }: { readonly workspace: string; readonly id: string }) =>
  db.query
    .selectFrom('channels')
    .select([...columns, 'poll_cursor as cursor', 'refused'])
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null),
);

/** Finds a channel that isn't deleted. */
export async function find(db: Database, workspace: string, id: string) {
  const [channel] = await db.read(byId(db, { workspace, id }));
  return channel && { ...channel, refused: Number(channel.refused) };
}

/** Filter and page of the channels to find. */
interface Wanted {
  readonly agent?: string;
  readonly after?: string;
  readonly types: readonly string[];
  readonly limit: number;
}

/** Finds channels of some kinds of a workspace, or of one of its agents, by their IDs. */
export const findOf = (
  db: Database,
  workspace: string,
  { agent, after = '', types, limit }: Wanted,
): Promise<PlatformChannel[]> =>
  types.length === 0 ? Promise.resolve([]) : db.read(listed(db, { workspace, agent, after, types, limit }));

interface Listed extends Required<Omit<Wanted, 'agent'>> {
  readonly workspace: string;
  readonly agent: string | undefined;
}

const listed = prepared((db, { workspace, agent, after, types, limit }: Listed) => {
  const all = db.query
    .selectFrom('channels')
    .select([...columns])
    .where('type', 'in', types)
    .where('id', '>', after)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit);
  if (agent === undefined) return all.where('workspace_id', '=', workspace);
  // The plus keeps SQLite from reading all channels of the workspace: an agent has few.
  const within =
    db.engine === 'sqlite' ? sql<boolean>`+workspace_id = ${workspace}` : sql<boolean>`workspace_id = ${workspace}`;
  return all.where('agent_id', '=', agent).where(within);
});

/** Finds channels of some kinds, of all workspaces, that work and weren't looked at since a time. */
export const findDue = (
  db: Database,
  { types, before, limit }: { readonly types: readonly string[]; readonly before: number; readonly limit: number },
) =>
  db.read(
    db.query
      .selectFrom('channels')
      .select(['id', 'workspace_id as workspace'])
      .where('type', 'not in', ['widget', 'page'])
      .where('type', 'in', types.length === 0 ? [''] : types)
      .where('status', 'in', ['active', 'error'])
      .where('deleted_at', 'is', null)
      .where('probed_at', '<', before)
      .orderBy('probed_at')
      .orderBy('id')
      .limit(limit),
  );

/** Notes when a channel was looked at. */
export const noteProbe = (
  db: Database,
  workspace: string,
  { ids, now }: { readonly ids: readonly string[]; readonly now: number },
): Statement =>
  statement(
    db.query
      .updateTable('channels')
      .set({ probed_at: now })
      .where('id', 'in', ids.length === 0 ? [''] : ids)
      .where('workspace_id', '=', workspace),
  );
