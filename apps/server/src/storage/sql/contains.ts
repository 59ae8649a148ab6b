import { type Expression, sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * A condition: the text of a column contains another, character by character. Not LIKE: SQLite's takes U+FFFE and U+FFFF
 * for U+FFFD, and its wildcards would have to be escaped.
 */
export const contains = (db: Database, column: Expression<string>, text: string) =>
  db.engine === 'sqlite' ? sql<boolean>`instr(${column}, ${text}) > 0` : sql<boolean>`strpos(${column}, ${text}) > 0`;

/** The text of a column with A to Z in lower case and nothing else changed, whatever language the database is set to. */
export const lowerLatin = (db: Database, column: Expression<string | null>) =>
  db.engine === 'sqlite' ? sql<string>`lower(${column})` : sql<string>`lower(${column} collate "C")`;
