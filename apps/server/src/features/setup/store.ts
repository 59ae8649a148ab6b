import type { Database } from '../../storage/database.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** Reads one fact about the instance. */
export async function readSetting(db: Database, name: string): Promise<string | undefined> {
  const [row] = await db.read(db.query.selectFrom('settings').select('value').where('name', '=', name));
  return row?.value;
}

/** Writes one fact about the instance. */
export const writeSetting = (db: Database, name: string, value: string): Statement =>
  statement(
    db.query
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
  );

/** Writes a fact that can be written only once; throws `onConflict` if it exists. */
export const claimSetting = (
  db: Database,
  { name, value }: { name: string; value: string },
  onConflict: () => Error,
): Statement => statement(db.query.insertInto('settings').values({ name, value }), { onConflict });
