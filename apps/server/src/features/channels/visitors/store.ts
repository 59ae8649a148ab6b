import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';

/** Data of a channel that is read with each request of a visitor or its platform. */
export interface VisitedChannel {
  readonly id: string;
  readonly workspace: string;
  readonly account: { readonly id: string; readonly plan: string };
  readonly type: string;
  readonly status: string;
  readonly agent: { readonly id: string; readonly name: string; readonly isActive: boolean };
  /** The JSON of its settings and of its limits. */
  readonly settings: string;
  readonly limits: string;
  /** Sealed. */
  readonly secrets: string;
  readonly offlineMessage: string | null;
  /** The JSON of a `StoredPicture`. */
  readonly picture: string | null;
  /** 1 if its platform refuses it; then `lastError` is the JSON of the reason. */
  readonly refused: number;
  readonly lastError: string | null;
}

const byId = prepared((db, { id }: { readonly id: string }) =>
  db.query
    .selectFrom('channels')
    // A channel serves while its agent and its workspace do; the plan bounds how fast its visitors may write.
    .innerJoin('agents', 'agents.id', 'channels.agent_id')
    .innerJoin('workspaces', 'workspaces.id', 'channels.workspace_id')
    .innerJoin('accounts', 'accounts.id', 'workspaces.account_id')
    .select([
      ...(['channels.id', 'channels.type', 'channels.status', 'channels.settings', 'channels.limits'] as const),
      ...(['channels.secrets', 'channels.offline_message', 'channels.workspace_id'] as const),
      ...(['accounts.id as account_id', 'accounts.plan', 'agents.id as agent_id'] as const),
      ...(['agents.name as agent_name', 'agents.status as agent_status', 'channels.refused'] as const),
      ...(['channels.last_error', 'channels.picture'] as const),
    ])
    .where('channels.id', '=', id)
    .where(sql<boolean>`channels.deleted_at is null and agents.deleted_at is null and workspaces.deleted_at is null`),
);

/** Finds a channel by its ID, which its visitors know; of any workspace. */
export async function findVisited(db: Database, id: string): Promise<VisitedChannel | undefined> {
  const [row] = await db.read(byId(db, { id }));
  return (
    row && {
      id: row.id,
      workspace: row.workspace_id,
      account: { id: row.account_id, plan: row.plan },
      type: row.type,
      status: row.status,
      agent: { id: row.agent_id, name: row.agent_name, isActive: row.agent_status === 'active' },
      settings: row.settings,
      limits: row.limits,
      secrets: row.secrets,
      offlineMessage: row.offline_message,
      picture: row.picture,
      refused: Number(row.refused),
      lastError: row.last_error,
    }
  );
}
