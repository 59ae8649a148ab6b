import type { Database } from './database.ts';
import { type Statement, statement } from './unit.ts';

/** Counts the authority epoch up: belongs into every unit of work that changes somebody's rights. */
export const bumpAuthority = (db: Database): Statement =>
  statement(db.query.updateTable('authority').set((of) => ({ epoch: of('epoch', '+', 1) })));

/** Reads the authority epoch. */
export async function readAuthority(db: Database): Promise<number> {
  const [row] = await db.read(db.query.selectFrom('authority').select('epoch'));
  return Number(row?.epoch ?? 0);
}
