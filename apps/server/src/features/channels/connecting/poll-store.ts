import type { Database } from '../../../storage/database.ts';
import { one, type Statement } from '../../../storage/unit.ts';

/** Finds channels of some kinds, of all workspaces, that work, after the one with an ID. */
export const findPolled = (
  db: Database,
  { types, after, limit }: { readonly types: readonly string[]; readonly after: string; readonly limit: number },
) =>
  db.read(
    db.query
      .selectFrom('channels')
      .select(['id', 'workspace_id as workspace'])
      .where('type', 'not in', ['widget', 'page'])
      .where('type', 'in', types.length === 0 ? [''] : types)
      .where('status', 'in', ['active', 'error'])
      .where('refused', '=', 0)
      .where('id', '>', after)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(limit),
  );

/** A step of the cursor of a channel. */
interface Step {
  readonly id: string;
  readonly from: string | null;
  readonly to: string;
}

/** Moves the cursor of a channel; throws `orElse` if another look has moved it, or the channel is gone. */
export const move = (db: Database, workspace: string, { id, from, to }: Step, orElse: () => Error): Statement =>
  one(
    db.query
      .updateTable('channels')
      .set({ poll_cursor: to })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('poll_cursor', from === null ? 'is' : '=', from)
      .where('deleted_at', 'is', null),
    orElse,
  );
