import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ScanSettings } from '../../src/storage/scans/scan-queue.ts';
import { openSqlite, type SqliteDatabase } from '../../src/storage/sqlite/open.ts';
import type { Expectation, Statement } from '../../src/storage/unit.ts';
import { tempFolder } from '../temp-folder.ts';

let count = 0;

/** Returns a function that opens a separate database for a test, with two tables: `parents` and `children`. */
export function tempDatabases(): (hooks?: Hooks) => Promise<SqliteDatabase & { readonly file: string }> {
  const folder = tempFolder();
  return async (hooks = {}) => {
    count += 1;
    const file = join(folder, `${count}.db`);
    const db = await openSqlite({ file, onFatal: unexpected, onNotice: unexpected, ...hooks });
    onTestFinished(() => db.close());
    await db.write([
      raw('create table parents (id text primary key, name text unique, size integer not null default 0)'),
      raw('create table children (id text primary key, parent text not null references parents (id))'),
    ]);
    return { ...db, file };
  };
}

interface Hooks {
  readonly onFatal?: (error: Error) => void;
  readonly onNotice?: (message: string) => void;
  readonly scans?: ScanSettings;
}

/** A statement of plain SQL. */
export function raw<Row>(
  sql: string,
  parameters: readonly unknown[] = [],
  expectation: Expectation = {},
): Statement<Row> {
  return { sql, parameters, ...expectation };
}

/** Adds a row to `parents`. */
export const parent = (id: string, expectation: Expectation = {}): Statement =>
  raw('insert into parents (id, name) values (?, ?)', [id, `name of ${id}`], expectation);

/** Adds a row to `children`. */
export const child = (id: string, of: string, expectation: Expectation = {}): Statement =>
  raw('insert into children (id, parent) values (?, ?)', [id, of], expectation);

/** The IDs in a table, in order. */
export async function idsIn(db: SqliteDatabase, table: 'parents' | 'children'): Promise<string[]> {
  const rows = await db.read<{ id: string }>({ sql: `select id from ${table} order by id`, parameters: [] });
  return rows.map((row) => row.id);
}

function unexpected(what: unknown): never {
  throw new Error('The database reported an unexpected problem.', { cause: what });
}
