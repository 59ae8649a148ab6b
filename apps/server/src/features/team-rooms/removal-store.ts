import type { Belongings } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import { statement } from '../../storage/unit.ts';

/** Tables with rows of a workspace, besides its room. */
const tables = ['team_room_posts', 'team_room_people', 'team_room_codes'] as const;

/** The room of a workspace with its people and notices, for its deletion. */
export const belongingsOf = (db: Database): Belongings => ({
  next: async (workspace) => {
    for (const table of tables) {
      const rows = await db.read(
        db.query.selectFrom(table).select('id').where('workspace_id', '=', workspace).limit(portion.rows),
      );
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) continue;
      const rest = db.query.deleteFrom(table).where('id', 'in', ids).where('workspace_id', '=', workspace);
      return { statements: [statement(rest)] };
    }
    const room = await db.read(db.query.selectFrom('team_rooms').select('id').where('id', '=', workspace));
    if (room.length === 0) return undefined;
    return { statements: [statement(db.query.deleteFrom('team_rooms').where('id', '=', workspace))] };
  },
});
