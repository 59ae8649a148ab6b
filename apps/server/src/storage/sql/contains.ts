import { type Expression, sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * A condition: the column's text contains `text`, compared character by character. Not LIKE: SQLite's LIKE treats
 * U+FFFE and U+FFFF as U+FFFD, and LIKE wildcards would need escaping.
 */
export const contains = (db: Database, column: Expression<string>, text: string) =>
  db.engine === 'sqlite' ? sql<boolean>`instr(${column}, ${text}) > 0` : sql<boolean>`strpos(${column}, ${text}) > 0`;

/** The column's text with only A to Z in lower case, whatever locale the database uses. */
export const lowerLatin = (db: Database, column: Expression<string | null>) =>
  db.engine === 'sqlite' ? sql<string>`lower(${column})` : sql<string>`lower(${column} collate "C")`;
