import { sql } from 'kysely';
import type { Engine } from '../database.ts';

/**
 * Text that sorts and compares by code point on both engines: SQLite does so by default, PostgreSQL by collation "C".
 */
export const textType = (engine: Engine) => (engine === 'postgres' ? sql`text collate "C"` : sql`text`);

/** A 64-bit integer: `integer` on SQLite (so that a primary key is the rowid), `bigint` on PostgreSQL. */
export const longType = (engine: Engine) => (engine === 'postgres' ? sql`bigint` : sql`integer`);
