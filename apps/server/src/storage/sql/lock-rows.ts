import type { SelectQueryBuilder } from 'kysely';
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
