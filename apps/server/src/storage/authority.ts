import { sql } from 'kysely';
import type { Database } from './database.ts';
import { type Statement, statement } from './unit.ts';

/** The channel that announces changes of permissions to other processes. */
export const authorityChannel = 'parley_authority';

/**
 * Increments the authority epoch; every unit of work that changes permissions must include this statement. On
 * PostgreSQL it also notifies the other processes (NOTIFY), which receive that only if the unit commits.
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

/** Returns the authority epoch. */
export async function readAuthority(db: Database): Promise<number> {
  const [row] = await db.read(db.query.selectFrom('authority').select('epoch'));
  return Number(row?.epoch ?? 0);
}
