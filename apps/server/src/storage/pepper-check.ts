import type { Database } from './database.ts';
import { statement } from './unit.ts';

const setting = 'pepper_check';

/** Compares the pepper with the one that the database was made under; notes it the first time. Throws where it differs. */
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

/** The digest of the pepper that the database was made under; undefined where none is noted yet. */
export async function notedPepper(db: Database): Promise<string | undefined> {
  const [noted] = await db.read(db.query.selectFrom('settings').select('value').where('name', '=', setting));
  return noted?.value;
}

/** The same comparison, without noting anything. */
export async function comparePepper(db: Database, check: string): Promise<void> {
  if ((await notedPepper(db)) === check) return;
  throw new Error(
    'The key pepper is not the one that this database was made under, so no API key would work. ' +
      'Bring back secrets.json or PARLEY_KEY_PEPPER as it was.',
  );
}
