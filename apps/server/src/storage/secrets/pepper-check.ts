import type { Database } from '../database.ts';
import { statement } from '../unit.ts';

const setting = 'pepper_check';

/**
 * Compares the pepper with the one that the database was created with, and stores its digest at the first call. Throws
 * if they differ.
 */
export async function checkPepper(db: Database, check: string): Promise<void> {
  await db.write([
    statement(
      db.query
        .insertInto('settings')
        .values({ name: setting, value: check })
        .onConflict((conflict) => conflict.column('name').doNothing()),
    ),
  ]);
  await comparePepper(db, check);
}

/** Returns the stored digest of the pepper; undefined if none is stored yet. */
export async function notedPepper(db: Database): Promise<string | undefined> {
  const [noted] = await db.read(db.query.selectFrom('settings').select('value').where('name', '=', setting));
  return noted?.value;
}

/** Compares the pepper with the stored digest without storing anything. Throws if they differ. */
export async function comparePepper(db: Database, check: string): Promise<void> {
  if ((await notedPepper(db)) === check) return;
  throw new Error(
    'The key pepper is not the one that this database was created with, so no API key would work. ' +
      'Restore the original secrets.json or PARLEY_KEY_PEPPER.',
  );
}
