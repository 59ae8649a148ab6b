import type { Database } from '../database.ts';
import type { Report } from '../progress.ts';
import type { SchemaMigrationRow } from '../tables.ts';
import { statement } from '../unit.ts';
import type { Migration } from './migration.ts';
import { migrationLock } from './migration-lock.ts';

/** The settings of a migration run. */
export interface MigrateSettings {
  /** Every migration of the program, in order. */
  readonly migrations: readonly Migration[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Takes a copy of an existing database before the named migration changes it. */
  readonly snapshot?: (migration: string) => Promise<void>;
  readonly report?: Report;
}

/**
 * Migrates the database to the program's schema and returns the names of the applied migrations. Each one is a unit of
 * work that also records its name, so a crash never leaves a partial schema. Rejects with one sentence if the database
 * is newer than the program or a migration fails.
 */
export async function migrate(db: Database, settings: MigrateSettings): Promise<string[]> {
  const { migrations, snapshot, report } = settings;
  // Only if it is missing: a PostgreSQL user without CREATE permission must be able to serve a migrated database.
  if (!(await hasHistory(db))) await db.write([...migrationLock(db), statement(historyTable(db))]);
  const done: string[] = [];
  let wantsSnapshot = (await appliedMigrations(db)).length > 0;
  for (;;) {
    const applied = await appliedMigrations(db);
    const next = migrations[countApplied(applied, migrations)];
    if (next === undefined) return done;
    if (wantsSnapshot) {
      report?.({ what: 'Copying the database before it changes' });
      await snapshot?.(next.name);
      wantsSnapshot = false;
    }
    report?.({ what: `Applying ${next.name}` });
    if (await apply(db, next, settings.now())) done.push(next.name);
  }
}

/** True if the current schema has the migration history; a PostgreSQL database may have several schemas. */
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
 * Returns the names of the missing migrations and changes nothing. Throws one sentence if the database has no Parley
 * tables or is newer than the program.
 */
export async function missingMigrations(db: Database, migrations: readonly Pick<Migration, 'name'>[]) {
  if (!(await hasHistory(db))) throw new Error('The database has no Parley tables.');
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
 * Returns how many of the program's migrations are applied, given the recorded names in any order. Throws one sentence
 * if an applied migration is unknown or an earlier one is missing.
 */
export function countApplied(applied: readonly string[], migrations: readonly Pick<Migration, 'name'>[]): number {
  const names = migrations.map((migration) => migration.name);
  const unknown = applied.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const instead = names.find((name) => numberOf(name) === numberOf(unknown));
    if (instead !== undefined) {
      throw new Error(
        `The database was made before ${instead} and can't be migrated: its migration ${unknown} was replaced. Export ` +
          'what you need with the version that made it, then start with an empty database; see CHANGELOG.md.',
      );
    }
    throw new Error(
      `The database is newer than this program: it has the migration ${unknown}, which this version does not know.`,
    );
  }
  const missing = names.slice(0, applied.length).find((name) => !applied.includes(name));
  if (missing !== undefined) {
    throw new Error(`The database lacks the migration ${missing} but has a later one, so it can't be migrated.`);
  }
  return applied.length;
}

const numberOf = (migration: string) => migration.split('-', 1)[0];

/**
 * Applies a migration; returns false if another process applied it first. The unit records the name first: if two
 * processes compete, one conflicts before it changes anything.
 */
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
