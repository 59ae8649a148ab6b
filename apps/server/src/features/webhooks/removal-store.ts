import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

/** The webhook to hide, and the versions that it may have; any if undefined. */
interface Hiding {
  readonly id: string;
  readonly versions: readonly number[] | undefined;
  readonly now: number;
}

/** Hides a webhook from every read, stops it, and forgets its secrets; throws `orElse` if it is gone or has another version. */
export function hide(db: Database, workspace: string, { id, versions, now }: Hiding, orElse: () => Error): Statement {
  const query = db.query
    .updateTable('webhooks')
    .set({ deleted_at: now, status: 'disabled', secret: '', old_secret: null, url: '', description: '' })
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null);
  return one(versions === undefined ? query : query.where('version', 'in', versions), orElse);
}

/** Reads hidden webhooks of all workspaces. */
export const findHidden = (db: Database, limit: number) =>
  db.read(
    db.query
      .selectFrom('webhooks')
      .select(['id', 'workspace_id as workspace'])
      .where('deleted_at', 'is not', null)
      .limit(limit),
  );

/** The next deliveries of a webhook to delete. */
export async function someDeliveries(db: Database, webhook: string): Promise<readonly string[]> {
  const rows = await db.read(
    db.query.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', webhook).limit(portion.rows),
  );
  return rows.map(({ id }) => id);
}

export const removeDeliveries = (db: Database, ids: readonly string[]): Statement =>
  statement(db.query.deleteFrom('webhook_deliveries').where('id', 'in', ids));

/** Deletes the row of a webhook. */
export const remove = (db: Database, workspace: string, id: string): Statement =>
  statement(db.query.deleteFrom('webhooks').where('id', '=', id).where('workspace_id', '=', workspace));

/** Any webhook of a workspace, hidden or not. */
export async function anyOf(db: Database, workspace: string): Promise<string | undefined> {
  const [row] = await db.read(
    db.query.selectFrom('webhooks').select('id').where('workspace_id', '=', workspace).limit(1),
  );
  return row?.id;
}
