import type { SelectQueryBuilder } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { type Statement, statement } from '../unit.ts';

/**
 * Locks the rows of a query until the unit of work ends, for units whose later statements rest on what earlier ones saw.
 * SQLite runs units one after another; on PostgreSQL another unit could change the rows in between.
 */
export const held = <Table extends keyof Tables, Row>(
  db: Database,
  rows: SelectQueryBuilder<Tables, Table, Row>,
): Statement[] => (db.engine === 'sqlite' ? [] : [statement(rows.forUpdate())]);
