import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { type Statement, statement } from '../unit.ts';

/**
 * Locks the rows of a query until the unit of work ends, so that later statements don't act on a stale read. SQLite
 * needs no lock because it runs units one at a time: there, the query isn't even built.
 */
export const lockRows = <Table extends keyof Tables, Row>(
  db: Database,
  rows: () => SelectQueryBuilder<Tables, Table, Row>,
): Statement[] => (db.engine === 'sqlite' ? [] : [statement(rows().forUpdate())]);

/** The columns that name a row, with their values. */
export type RowKey = Readonly<Record<string, string>>;

/**
 * Locks a row until the unit of work ends, so that what it counts, or compares for its event, is what the change before
 * it has left. Put it first, unless the change itself locks the row before its event.
 */
export const holdRow = (db: Database, table: keyof Tables, key: RowKey): Statement[] =>
  lockRows(db, () => {
    const isRow = Object.entries(key).map(([column, value]) => sql<boolean>`${sql.ref(column)} = ${value}`);
    return db.query
      .selectFrom(table)
      .select(sql`1`.as('held'))
      .where(sql<boolean>`${sql.join(isRow, sql` and `)}`);
  });
