import { inject, onTestFinished } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { openPostgres, type PostgresSettings } from '../../src/storage/postgres/open.ts';
import type { Expectation, Statement } from '../../src/storage/unit.ts';
import { makeDatabase, type TestDatabase } from './postgres.ts';
import { raw } from './temp-database.ts';

/** Creates a database with the program's tables on the tests' PostgreSQL server; the caller must drop it. */
export const migratedDatabase = (): Promise<TestDatabase> => makeDatabase(server().admin, server().template);

/** Creates an empty one. */
export const emptyDatabase = (): Promise<TestDatabase> => makeDatabase(server().admin);

/** The tests' PostgreSQL server. Throws if they run without one. */
export function server() {
  const postgres = inject('postgres');
  if (postgres === undefined) throw new Error('The tests run without PostgreSQL.');
  return postgres;
}

/** Opens an empty database on the tests' server for one test, with two tables: `parents` and `children`. */
export async function tempPostgres(settings: Partial<PostgresSettings> = {}): Promise<Database & { url: string }> {
  const database = await emptyDatabase();
  const db = await openPostgres({ url: database.url, connections: 8, onNotice: () => {}, ...settings });
  onTestFinished(async () => {
    await db.close();
    await database.drop();
  });
  await db.write([
    raw('create table parents (id text primary key, name text unique, size bigint not null default 0)'),
    raw('create table children (id text primary key, parent text not null references parents (id))'),
  ]);
  return { ...db, url: database.url };
}

/** Adds a row to `parents`. */
export const parent = (id: string, expectation: Expectation = {}): Statement =>
  raw('insert into parents (id, name) values ($1, $2)', [id, `name of ${id}`], expectation);

/** Adds a row to `children`. */
export const child = (id: string, of: string, expectation: Expectation = {}): Statement =>
  raw('insert into children (id, parent) values ($1, $2)', [id, of], expectation);

/** The IDs in a table, in order. */
export async function idsIn(db: Database, table: 'parents' | 'children'): Promise<string[]> {
  const rows = await db.read<{ id: string }>(raw(`select id from ${table} order by id`));
  return rows.map((row) => row.id);
}
