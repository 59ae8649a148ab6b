import { sql } from 'kysely';
import { createSettling } from '../../src/features/events/settle.ts';
import type { Database } from '../../src/storage/database.ts';

/** A row of any table, with the names of its columns. */
export interface AnyRow {
  readonly table: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Every value as text. */
  readonly text: string;
}

const named = async (db: Database, query: ReturnType<typeof sql<{ name: string }>>) =>
  (await db.read<{ name: string }>(query.compile(db.query))).map(({ name }) => name);

/**
 * Every table that the database has, also those that no type mentions; not the inner ones of SQLite's full-text index,
 * which follow a table that is here.
 */
export const tablesOf = (db: Database): Promise<string[]> =>
  named(
    db,
    db.engine === 'sqlite'
      ? sql`select name from pragma_table_list where schema = 'main' and type = 'table'
          and name not like 'sqlite_%' order by name`
      : sql`select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`,
  );

/** Every row of the database. Events that have arrived are in their log first. */
export async function everyRow(db: Database): Promise<AnyRow[]> {
  await createSettling({ db, now: Date.now }).settle();
  const rows: AnyRow[] = [];
  for (const table of await tablesOf(db)) {
    const query = sql<Record<string, unknown>>`select * from ${sql.id(table)}`;
    for (const values of await db.read<Record<string, unknown>>(query.compile(db.query)))
      rows.push({ table, values, text: Object.values(values).map(textOf).join('\n') });
  }
  return rows;
}

const textOf = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);

/** The tables that have a column of this name. */
export async function tablesWith(db: Database, column: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tablesOf(db)) if ((await columnsOf(db, table)).includes(column)) found.push(table);
  return found;
}

const columnsOf = (db: Database, table: string): Promise<string[]> =>
  named(
    db,
    db.engine === 'sqlite'
      ? sql`select name from pragma_table_info(${table})`
      : sql`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table}`,
  );

/** The tables that refer to users with a foreign key. */
export const tablesOfUsers = (db: Database): Promise<string[]> =>
  named(
    db,
    db.engine === 'sqlite'
      ? sql`select distinct found.name as name from sqlite_master as found, pragma_foreign_key_list(found.name) as keys
          where found.type = 'table' and keys."table" = 'users' order by found.name`
      : sql`select distinct conrelid::regclass::text as name from pg_constraint
          where contype = 'f' and confrelid = 'users'::regclass order by 1`,
  );

/** The IDs of everything that belongs to an owner: of rows that name it, and of rows that name these. */
export function idsOf(rows: readonly AnyRow[], owner: string, stays: (row: AnyRow) => boolean): Set<string> {
  const ids = new Set([owner]);
  for (const { values, text } of rows.filter((row) => !stays(row)))
    if (text.includes(owner) && typeof values['id'] === 'string') ids.add(values['id']);
  return ids;
}

/** The rows that name one of the IDs. */
export const naming = (rows: readonly AnyRow[], ids: ReadonlySet<string>): AnyRow[] =>
  rows.filter(({ text }) => [...ids].some((id) => text.includes(id)));
