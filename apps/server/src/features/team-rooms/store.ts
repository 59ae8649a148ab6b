import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { ReadRow, TeamRoomRow } from '../../storage/tables.ts';
import { type Statement, statement } from '../../storage/unit.ts';

const byWorkspace = prepared((db, { workspace }: { readonly workspace: string }) =>
  db.query.selectFrom('team_rooms').selectAll().where('id', '=', workspace),
);

/** Finds the room of a workspace. */
export const find = async (db: Database, workspace: string): Promise<ReadRow<'team_rooms'> | undefined> =>
  (await db.read(byWorkspace(db, { workspace })))[0];

/** Stores the room of a workspace in place of an earlier one; throws `onMissing` if its channel is gone. */
export const set = (db: Database, row: TeamRoomRow, onMissing: () => Error): Statement =>
  statement(
    db.query
      .insertInto('team_rooms')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((of) => ({
          channel_id: of.ref('excluded.channel_id'),
          room: of.ref('excluded.room'),
          credentials: of.ref('excluded.credentials'),
          user_id: of.ref('excluded.user_id'),
          problem: null,
          updated_at: of.ref('excluded.updated_at'),
        })),
      ),
    { onMissing },
  );

/** The outcome of a notice: why it could not be posted, and the room in which its platform posts from now on. */
interface Outcome {
  readonly room: Pick<TeamRoomRow, 'channel_id' | 'room'>;
  readonly problem: string | null;
  readonly movedTo?: string;
}

/** Notes the outcome of a notice, unless the workspace has another room by now. */
export const note = (db: Database, workspace: string, { room, problem, movedTo }: Outcome): Statement =>
  statement(
    db.query
      .updateTable('team_rooms')
      .set({ problem, ...(movedTo !== undefined && { room: movedTo }) })
      .where('id', '=', workspace)
      .where('channel_id', '=', room.channel_id)
      .where('room', '=', room.room),
  );

/** Forgets the room of a workspace; the outcome says if there was one. */
export const remove = (db: Database, workspace: string): Statement =>
  statement(db.query.deleteFrom('team_rooms').where('id', '=', workspace));
