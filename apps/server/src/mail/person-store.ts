import type { Database } from '../storage/database.ts';

/** True if the address of a person is verified. */
export async function isVerified(db: Database, user: string): Promise<boolean> {
  const rows = await db.read(
    db.query.selectFrom('users').select('id').where('id', '=', user).where('verified_at', 'is not', null),
  );
  return rows.length > 0;
}
