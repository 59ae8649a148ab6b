import type { Hours } from '../../hours/hours.ts';
import type { Database } from '../../storage/database.ts';
import { liveWorkspace } from '../../storage/sql/alive.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** The hours of a workspace, and when they were set, in ms since 1970. */
export interface StoredHours {
  readonly hours: Hours;
  readonly updatedAt: number;
}

/** Finds the hours of a workspace. */
export async function find(db: Database, workspace: string): Promise<StoredHours | undefined> {
  const [row] = await db.read(db.query.selectFrom('workspace_hours').selectAll().where('id', '=', workspace));
  return row && { hours: JSON.parse(row.hours) as Hours, updatedAt: Number(row.updated_at) };
}

/** Hours to set, at a time in ms since 1970. */
interface NewHours {
  readonly workspace: string;
  readonly hours: Hours;
  readonly time: number;
}

/** Sets the hours of a workspace in place of earlier ones; throws `onMissing` if it was deleted meanwhile. */
export const set = (db: Database, { workspace, hours, time }: NewHours, onMissing: () => Error): Statement =>
  statement(
    db.query
      .insertInto('workspace_hours')
      .values({ id: liveWorkspace(workspace), hours: JSON.stringify(hours), created_at: time, updated_at: time })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((of) => ({
          hours: of.ref('excluded.hours'),
          updated_at: of.ref('excluded.updated_at'),
        })),
      ),
    { onMissing },
  );

/** Removes the hours of a workspace, if it has any. */
export const remove = (db: Database, workspace: string): Statement =>
  statement(db.query.deleteFrom('workspace_hours').where('id', '=', workspace));
