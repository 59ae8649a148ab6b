import type { Database } from '../../../storage/database.ts';
import type { ReadRow, TeamRoomPostRow } from '../../../storage/tables.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/** Finds the notice about a thing. */
export async function find(
  db: Database,
  workspace: string,
  id: string,
): Promise<ReadRow<'team_room_posts'> | undefined> {
  const [row] = await db.read(
    db.query.selectFrom('team_room_posts').selectAll().where('id', '=', id).where('workspace_id', '=', workspace),
  );
  return row;
}

/** Stores a notice; nothing if another attempt has stored its own. */
export const insert = (db: Database, row: TeamRoomPostRow): Statement =>
  statement(
    db.query
      .insertInto('team_room_posts')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );

/** Notes that a notice has no buttons any more. */
export const close = (db: Database, workspace: string, id: string): Statement =>
  statement(
    db.query
      .updateTable('team_room_posts')
      .set({ state: 'closed' })
      .where('id', '=', id)
      .where('workspace_id', '=', workspace),
  );

/** Ends the threads of a conversation but one. */
export const endThreads = (
  db: Database,
  workspace: string,
  { conversation, but }: { readonly conversation: string; readonly but: string },
): Statement =>
  statement(
    db.query
      .updateTable('team_room_posts')
      .set({ thread_version: null })
      .where('workspace_id', '=', workspace)
      .where('conversation_id', '=', conversation)
      .where('thread_version', 'is not', null)
      .where('id', '<>', but),
  );
