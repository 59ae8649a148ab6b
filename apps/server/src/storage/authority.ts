import { sql } from 'kysely';
import type { Database } from './database.ts';
import { type Statement, statement } from './unit.ts';

/** The channel on which changes of rights are announced to other processes. */
export const authorityChannel = 'parley_authority';

/**
 * Counts the authority epoch up: belongs in every unit of work that changes somebody's rights. On PostgreSQL it also
 * tells the other processes (NOTIFY), which hear of it when the unit is committed and not before.
 */
export function bumpAuthority(db: Database): Statement {
  const bump = db.query.updateTable('authority').set((of) => ({ epoch: of('epoch', '+', 1) }));
  if (db.engine === 'sqlite') return statement(bump);
  return statement(
    db.query
      .with('bumped', () => bump.returning('epoch'))
      .selectFrom('bumped')
      .select(sql`pg_notify(${sql.lit(authorityChannel)}, epoch::text)`.as('told')),
  );
}

/** Reads the authority epoch. */
export async function readAuthority(db: Database): Promise<number> {
  const [row] = await db.read(db.query.selectFrom('authority').select('epoch'));
  return Number(row?.epoch ?? 0);
}
