import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { SyncHookRow } from '../../storage/tables.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

/** The hook of a source, whose secrets are sealed. Times in ms since 1970. */
export interface StoredHook {
  readonly source: string;
  readonly workspace: string;
  readonly secrets: string;
  readonly createdAt: number;
  readonly rotatedAt: number;
  readonly receivedAt: number | null;
  /** ID of the latest request, by which a repeat is known; null before the first. */
  readonly lastEvent: string | null;
}

const toHook = (row: SyncHookRow): StoredHook => ({
  ...{ source: row.source_id, workspace: row.workspace_id, secrets: row.secrets, lastEvent: row.last_event },
  ...{ createdAt: Number(row.created_at), rotatedAt: Number(row.rotated_at) },
  receivedAt: row.received_at === null ? null : Number(row.received_at),
});

/** Finds the hook of a source of any workspace: its address names the source only. */
export async function find(db: Database, source: string): Promise<StoredHook | undefined> {
  const [row] = await db.read(
    db.query
      .selectFrom('sync_hooks')
      .selectAll()
      .where('source_id', '=', source)
      .where(
        sql<boolean>`exists (select 1 from knowledge_sources where id = sync_hooks.source_id and deleted_at is null)`,
      ),
  );
  return row && toHook(row);
}

/** Errors of a change that is not possible. */
interface Refusals {
  /** Another request made a secret meanwhile. */
  readonly stale: () => Error;
  /** The source was deleted meanwhile. */
  readonly missing: () => Error;
}

/** Inserts the first secret of a source. */
export const insert = (db: Database, hook: StoredHook, { stale, missing }: Refusals): Statement =>
  statement(
    db.query.insertInto('sync_hooks').values({
      ...{ source_id: hook.source, workspace_id: hook.workspace, secrets: hook.secrets },
      ...{ created_at: hook.createdAt, rotated_at: hook.rotatedAt, received_at: null, last_event: null },
    }),
    { onConflict: stale, onMissing: missing },
  );

/** Replaces the secrets of a hook, unless another request did since `before` was read. */
export const replace = (
  db: Database,
  before: StoredHook,
  { secrets, rotatedAt, stale }: Pick<StoredHook, 'secrets' | 'rotatedAt'> & Pick<Refusals, 'stale'>,
): Statement =>
  one(
    db.query
      .updateTable('sync_hooks')
      .set({ secrets, rotated_at: rotatedAt })
      .where('source_id', '=', before.source)
      .where('workspace_id', '=', before.workspace)
      .where('secrets', '=', before.secrets),
    stale,
  );

/** Notes a signed request. */
export const received = (
  db: Database,
  { source, workspace }: Pick<StoredHook, 'source' | 'workspace'>,
  { at, event }: { readonly at: number; readonly event: string | null },
): Statement =>
  statement(
    db.query
      .updateTable('sync_hooks')
      .set({ received_at: at, last_event: event })
      .where('source_id', '=', source)
      .where('workspace_id', '=', workspace),
  );

/** Deletes a hook, if there is one. */
export const remove = (db: Database, workspace: string, source: string): Statement =>
  statement(db.query.deleteFrom('sync_hooks').where('source_id', '=', source).where('workspace_id', '=', workspace));
