import type { Database } from './database.ts';
import { migrationLock } from './migration-lock.ts';
import type { Migration } from './migrations/migration.ts';
import type { SchemaMigrationRow } from './tables.ts';
import { statement } from './unit.ts';

/** What a migration run needs. */
export interface MigrateSettings {
  /** Every migration that the program knows, in order. */
  readonly migrations: readonly Migration[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Keeps a copy of a database that has been in use, before the named migration changes it. */
  readonly snapshot?: (migration: string) => Promise<void>;
}

/**
 * Brings the database to the program's schema and gives the names of the migrations that it applied. Each is one unit
 * of work that also records its name, so a process that dies leaves the schema before it or the one after it.
 * Rejects with one sentence where the database is newer than the program, or where a migration fails.
 */
export async function migrate(db: Database, settings: MigrateSettings): Promise<string[]> {
  const { migrations, snapshot } = settings;
  // Only where it is missing: a user of PostgreSQL who may make no tables still serves what another one has migrated.
  if (!(await hasHistory(db))) await db.write([...migrationLock(db), statement(historyTable(db))]);
  const done: string[] = [];
  let wantsSnapshot = (await appliedMigrations(db)).length > 0;
  for (;;) {
    const applied = await appliedMigrations(db);
    const next = migrations[countApplied(applied, migrations)];
    if (next === undefined) return done;
    if (wantsSnapshot) {
      await snapshot?.(next.name);
      wantsSnapshot = false;
    }
    if (await apply(db, next, settings.now())) done.push(next.name);
  }
}

/** Whether the schema, of which a database server may have several, holds the record of its migrations. */
async function hasHistory(db: Database): Promise<boolean> {
  const sql =
    db.engine === 'sqlite'
      ? "select 1 from sqlite_schema where type = 'table' and name = 'schema_migrations'"
      : "select 1 from pg_tables where schemaname = current_schema() and tablename = 'schema_migrations'";
  return (await db.read({ sql, parameters: [] })).length > 0;
}

function historyTable(db: Database) {
  return db.query.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull());
}

/**
 * The names of the migrations that a database still lacks; nothing is changed. Throws one sentence where it holds no
 * tables at all, or where it is newer than the program.
 */
export async function missingMigrations(db: Database, migrations: readonly Pick<Migration, 'name'>[]) {
  if (!(await hasHistory(db))) throw new Error('The database holds no tables of this program.');
  const applied = await appliedMigrations(db);
  return migrations.slice(countApplied(applied, migrations)).map((migration) => migration.name);
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const rows = await db.read<Pick<SchemaMigrationRow, 'name'>>(
    db.query.selectFrom('schema_migrations').select('name').compile(),
  );
  return rows.map((row) => row.name);
}

/**
 * How many of the program's migrations a database holds, given the names that it recorded in any order.
 * Throws one sentence where it holds one that the program does not know, or one without those before it.
 */
export function countApplied(applied: readonly string[], migrations: readonly Pick<Migration, 'name'>[]): number {
  const names = migrations.map((migration) => migration.name);
  const unknown = applied.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(
      `The database is newer than this program: it holds the migration ${unknown}, which this version does not know.`,
    );
  }
  const missing = names.slice(0, applied.length).find((name) => !applied.includes(name));
  if (missing !== undefined) {
    throw new Error(
      `The database does not hold the migration ${missing}, but one that comes after it: it can't be migrated.`,
    );
  }
  return applied.length;
}

/** Whether this process applied it: the name comes first, so that of two processes one conflicts before it changes anything. */
async function apply(db: Database, migration: Migration, now: number): Promise<boolean> {
  const raced = new Error(`Another process has applied ${migration.name}.`);
  const record = db.query.insertInto('schema_migrations').values({ name: migration.name, applied_at: now });
  try {
    const steps = migration.up(db.query, db.engine).map((step) => statement(step));
    await db.write([...migrationLock(db), statement(record, { onConflict: () => raced }), ...steps]);
    return true;
  } catch (error) {
    if (error === raced) return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${migration.name} failed and changed nothing: ${reason}`, { cause: error });
  }
}
