// @module-tag sql
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { connectTo, guarded } from '../../../testing/databases/postgres.ts';
import { buildStorageChild, runStorageChild } from '../../../testing/databases/run-storage-child.ts';
import { raw, tempDatabases } from '../../../testing/databases/temp-database.ts';
import { migratedDatabase, tempPostgres } from '../../../testing/databases/temp-postgres.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import type { Database } from '../database.ts';
import { dataFolder } from '../opening/data-folder.ts';
import { openPostgres } from '../postgres/open.ts';
import { openConnection } from '../sqlite/driver.ts';
import { migrations } from './index.ts';
import { countApplied, migrate, missingMigrations } from './migrate.ts';
import type { Migration } from './migration.ts';

const open = tempDatabases();
const now = () => 1_700_000_000_000;

beforeAll(buildStorageChild);

/** A migration that creates the named tables. */
const creating = (name: string, ...tables: string[]): Migration => ({
  name,
  up: (query) => tables.map((table) => query.schema.createTable(table).addColumn('id', 'integer')),
});

const first = creating('0001-first', 'one');
const second = creating('0002-second', 'two', 'three');

async function tablesOf(db: Database): Promise<string[]> {
  const sql = "select name from sqlite_schema where type = 'table' and name in ('one', 'two', 'three') order by name";
  return (await db.read<{ name: string }>({ sql, parameters: [] })).map((row) => row.name);
}

describe('migrate', () => {
  test('applies missing migrations in order and returns their names', async () => {
    const db = await open();
    expect(await migrate(db, { migrations: [first], now })).toEqual(['0001-first']);
    expect(await migrate(db, { migrations: [first, second], now })).toEqual(['0002-second']);
    expect(await migrate(db, { migrations: [first, second], now })).toEqual([]);
    expect(await tablesOf(db)).toEqual(['one', 'three', 'two']);
    const history = await db.read({ sql: 'select * from schema_migrations order by name', parameters: [] });
    expect(history).toEqual(['0001-first', '0002-second'].map((name) => ({ name, applied_at: now() })));
  });

  test('applies the real migrations', async () => {
    const db = await open();
    expect(await migrate(db, { migrations, now })).toEqual(migrations.map((migration) => migration.name));
    await db.write([raw('select epoch from authority', [], { rows: 1 })]);
  });

  test('takes no snapshot of an empty database', async () => {
    const db = await open();
    const snapshot = vi.fn(async () => {});
    expect(await migrate(db, { migrations: [first, second], now, snapshot })).toHaveLength(2);
    expect(snapshot).not.toHaveBeenCalled();
  });

  test('takes one snapshot before it changes an existing database', async () => {
    const db = await open();
    const third = creating('0003-third');
    const snapshot = vi.fn(async () => expect(await tablesOf(db)).toEqual(['one']));
    await migrate(db, { migrations: [first], now });
    await migrate(db, { migrations: [first, second, third], now, snapshot });
    expect(snapshot.mock.calls).toEqual([['0002-second']]);
  });

  test('changes nothing if the snapshot fails', async () => {
    const db = await open();
    await migrate(db, { migrations: [first], now });
    const snapshot = () => Promise.reject(new Error('no room'));
    await expect(migrate(db, { migrations: [first, second], now, snapshot })).rejects.toThrow('no room');
    expect(await tablesOf(db)).toEqual(['one']);
  });

  test('rolls back a failed migration and keeps the earlier ones', async () => {
    const db = await open();
    const broken = creating('0002-broken', 'two', 'one');
    const error = 'The migration 0002-broken failed and changed nothing: Statement 3 of 3 failed: table "one" already';
    await expect(migrate(db, { migrations: [first, broken], now })).rejects.toThrow(error);
    expect(await tablesOf(db)).toEqual(['one']);
    expect(await migrate(db, { migrations: [first, second], now })).toEqual(['0002-second']);
  });

  test('refuses a database that is newer than the program', async () => {
    const db = await open();
    await migrate(db, { migrations: [first, second], now });
    const refusal = 'The database is newer than this program: it has the migration 0002-second';
    await expect(migrate(db, { migrations: [first], now })).rejects.toThrow(refusal);
  });

  test('tells a database from before a squash from a newer one', async () => {
    const db = await open();
    await migrate(db, { migrations: [first, creating('0002-usage', 'two')], now });
    const refusal = /^The database was made before 0002-second and can't be migrated: its migration 0002-usage was/;
    await expect(migrate(db, { migrations: [first, second], now })).rejects.toThrow(refusal);
    expect(await tablesOf(db)).toEqual(['one', 'two']);
  });

  test('refuses a database that has a later migration but not an earlier one', async () => {
    const db = await open();
    await migrate(db, { migrations: [second], now });
    const refusal = 'The database lacks the migration 0001-first but has a later one';
    await expect(migrate(db, { migrations: [first, second], now })).rejects.toThrow(refusal);
    expect(await tablesOf(db)).toEqual(['three', 'two']);
  });

  test('applies each migration once if two runs compete', async () => {
    const db = await open();
    const both = [first, second];
    const results = await Promise.all([migrate(db, { migrations: both, now }), migrate(db, { migrations: both, now })]);
    expect(results.flat().sort()).toEqual(['0001-first', '0002-second']);
  });
});

test.runIf(engines.includes('postgres'))(
  'a user without CREATE permission can serve a database that another user migrated',
  async () => {
    const { url, drop } = await migratedDatabase();
    onTestFinished(drop);
    const owner = await connectTo(url);
    await owner.command(`grant select on schema_migrations to ${guarded.user}`).finally(owner.close);
    const { href } = Object.assign(new URL(url), { username: guarded.user, password: guarded.password });
    const db = await openPostgres({ url: href, connections: 2, onNotice: () => {} });
    onTestFinished(db.close);
    expect(await migrate(db, { migrations, now })).toEqual([]);
    const refusal = /^The migration 9999-next failed and changed nothing: .*permission denied/;
    await expect(migrate(db, { migrations: [...migrations, creating('9999-next')], now })).rejects.toThrow(refusal);
  },
);

describe.each(engines)('missingMigrations, on %s', (engine) => {
  test('distinguishes an empty database from one that the user may not read', async () => {
    const empty = engine === 'sqlite' ? await open() : await tempPostgres();
    await expect(missingMigrations(empty, migrations)).rejects.toThrow('has no Parley tables');
    if (!('url' in empty)) return;
    await migrate(empty, { migrations: [first], now });
    const { href } = Object.assign(new URL(empty.url), { username: guarded.user, password: guarded.password });
    const db = await openPostgres({ url: href, connections: 2, onNotice: () => {} });
    onTestFinished(db.close);
    await expect(missingMigrations(db, migrations)).rejects.toThrow('permission denied');
  });
});

test('a process killed during a migration leaves either the old or the new schema', async () => {
  const size = 300;
  for (const pause of [0, 3, 8, 15, 30, 60]) {
    const folder = tempFolder();
    const child = runStorageChild(['migrate', folder, String(size)]);
    await child.line('ready');
    await new Promise((resolve) => setTimeout(resolve, pause));
    await child.kill();
    const connection = openConnection({ file: dataFolder(folder).database });
    const [counted] = connection.all("select count(*) as tables from sqlite_schema where name like 'step_%'");
    const history = connection.all("select 1 from sqlite_schema where name = 'schema_migrations'");
    const applied = history.length === 0 ? [] : connection.all('select name from schema_migrations');
    expect(connection.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    connection.close();
    expect(counted).toEqual({ tables: applied.length === 0 ? 0 : size });
    if (child.lines.includes('migrated')) expect(applied).toHaveLength(1);
  }
});

test('countApplied accepts names in any order', () => {
  expect(countApplied([], [first, second])).toBe(0);
  expect(countApplied(['0002-second', '0001-first'], [first, second])).toBe(2);
});
