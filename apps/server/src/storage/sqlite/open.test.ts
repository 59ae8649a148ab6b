import { copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { child, idsIn, parent, raw, tempDatabases } from '../../../testing/databases/temp-database.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { openConnection } from './driver.ts';
import { openSqlite } from './open.ts';

const open = tempDatabases();
const silent = { onFatal: () => {}, onNotice: () => {} };

describe('a unit of work', () => {
  test('returns the rows and row counts of each statement', async () => {
    const db = await open();
    const [inserted, updated, returned, selected, none] = await db.write([
      parent('a'),
      raw('update parents set size = size + 1'),
      raw('insert into parents (id, name) values (?, ?) returning id, size', ['b', 'B']),
      raw('select id from parents order by id'),
      raw('delete from parents where id = ?', ['nobody']),
    ]);
    expect(inserted).toStrictEqual({ rows: [], changed: 1 });
    expect(updated.changed).toBe(1);
    expect(returned).toStrictEqual({ rows: [{ id: 'b', size: 0 }], changed: 1 });
    expect(selected).toStrictEqual({ rows: [{ id: 'a' }, { id: 'b' }], changed: 2 });
    expect(none.changed).toBe(0);
  });

  test('runs what Kysely compiles', async () => {
    const db = await open();
    const query = db.query.withTables<{ parents: { id: string; name: string; size: number } }>();
    const insert = query.insertInto('parents').values({ id: 'k', name: 'Kysely', size: 3 }).returningAll().compile();
    const [outcome] = await db.write([insert]);
    expect(outcome.rows).toEqual([{ id: 'k', name: 'Kysely', size: 3 }]);
    const rows = await db.read(query.selectFrom('parents').select('size').where('id', '=', 'k').compile());
    expect(rows).toStrictEqual([{ size: 3 }]);
  });

  test('stores numbers, text, bytes and null unchanged', async () => {
    const db = await open();
    await db.write([raw('create table things (value)')]);
    const values = [0, -1.5, 2 ** 53 - 1, '', 'ß 🙂 é', null, new Uint8Array([0, 255, 10])];
    await db.write(values.map((value) => raw('insert into things values (?)', [value])));
    const rows = await db.read<{ value: unknown }>({ sql: 'select value from things', parameters: [] });
    expect(rows.map((row) => row.value)).toEqual(values);
  });

  test('reports no rows for a schema change after an insert', async () => {
    const db = await open();
    const [, created] = await db.write([parent('a'), raw('create table more (id text)')]);
    expect(created.changed).toBe(0);
  });

  test('is visible to every read after it is acknowledged', async () => {
    const db = await open();
    for (let index = 0; index < 100; index += 1) {
      await db.write([parent(`p${index}`)]);
      const rows = await db.read({ sql: 'select 1 from parents where id = ?', parameters: [`p${index}`] });
      expect(rows).toHaveLength(1);
    }
  });

  test('may change the schema of prepared queries', async () => {
    const db = await open();
    await db.write([parent('a')]);
    const all = { sql: 'select * from parents', parameters: [] };
    expect(await db.read(all)).toStrictEqual([{ id: 'a', name: 'name of a', size: 0 }]);
    await db.write([
      raw('alter table parents add column colour text'),
      raw('alter table parents rename size to width'),
    ]);
    expect(await db.read(all)).toStrictEqual([{ id: 'a', name: 'name of a', width: 0, colour: null }]);
  });
});

describe('a unit of work that fails', () => {
  const wrong = (what: string) => () => new Error(what);

  test('rolls back if a statement touches an unexpected number of rows', async () => {
    const db = await open();
    const update = raw('update parents set size = 1 where id = ?', ['b'], { rows: 1, orElse: wrong('no such parent') });
    await expect(db.write([parent('a'), update])).rejects.toThrow('no such parent');
    expect(await idsIn(db, 'parents')).toEqual([]);
  });

  test('throws onConflict for a broken UNIQUE or PRIMARY KEY', async () => {
    const db = await open();
    await db.write([parent('a')]);
    await expect(db.write([parent('a', { onConflict: wrong('taken') })])).rejects.toThrow('taken');
    const returning = raw("insert into parents (id) values ('a') returning id", [], { onConflict: wrong('taken too') });
    await expect(db.write([returning])).rejects.toThrow('taken too');
    const sameName = raw('insert into parents (id, name) values (?, ?)', ['b', 'name of a'], {
      onConflict: wrong('name taken'),
    });
    await expect(db.write([sameName])).rejects.toThrow('name taken');
  });

  test('throws onMissing for a broken foreign key', async () => {
    const db = await open();
    await expect(db.write([child('c', 'nobody', { onMissing: wrong('no parent') })])).rejects.toThrow('no parent');
    await db.write([parent('a'), child('c', 'a')]);
    const remove = raw('delete from parents returning id', [], { onMissing: wrong('still in use') });
    await expect(db.write([remove])).rejects.toThrow('still in use');
  });

  test('throws onMissing for ON DELETE RESTRICT', async () => {
    const db = await open();
    await db.write([
      raw('create table guards (parent text references parents (id) on delete restrict)'),
      parent('a'),
      raw('insert into guards values (?)', ['a']),
    ]);
    const remove = raw('delete from parents', [], { onMissing: wrong('guarded') });
    await expect(db.write([remove])).rejects.toThrow('guarded');
  });

  test('is a bug if no statement expects the error; the message omits parameters', async () => {
    const db = await open();
    await db.write([parent('secret')]);
    const error = await db.write([parent('b'), parent('secret')]).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'Error', message: expect.stringContaining('Statement 2 of 2') });
    expect(String(error)).not.toContain('secret');
    await expect(db.write([raw('insert into nowhere values (1)')])).rejects.toThrow('no such table');
    await expect(db.write([raw('select ?', [true])])).rejects.toThrow('type boolean');
    await expect(db.write([raw('commit')])).rejects.toThrow('must not begin or end');
    expect(await idsIn(db, 'parents')).toEqual(['secret']);
  });
});

describe('a query', () => {
  test('returns plain objects', async () => {
    const db = await open();
    const [row] = await db.read({ sql: 'select 1 as one', parameters: [] });
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });

  test('cannot write', async () => {
    const db = await open();
    const insert = { sql: "insert into parents (id) values ('a') returning id", parameters: [] };
    await expect(db.read(insert)).rejects.toThrow('so nothing could be saved');
    expect(await idsIn(db, 'parents')).toEqual([]);
  });

  test('names its SQL and not its parameters if it fails', async () => {
    const db = await open();
    const error = await db.read({ sql: 'select id from nowhere where id = ?', parameters: ['secret'] }).catch(String);
    expect(error).toContain('select id from nowhere');
    expect(error).not.toContain('secret');
  });
});

describe('opening', () => {
  test('creates a private file in WAL mode with durable commits and foreign keys', async () => {
    const db = await open();
    expect(statSync(db.file).mode & 0o777).toBe(0o600);
    expect(statSync(`${db.file}-wal`).mode & 0o777).toBe(0o600);
    const names = [
      'journal_mode',
      'synchronous',
      'foreign_keys',
      'busy_timeout',
      'trusted_schema',
      'wal_autocheckpoint',
    ];
    const outcomes = await db.write(names.map((name) => raw<Record<string, unknown>>(`pragma ${name}`)));
    expect(outcomes.map((outcome) => Object.values(outcome.rows[0] ?? {})[0])).toEqual(['wal', 2, 1, 5000, 0, 0]);
  });

  test('refuses a file that is not a database, or a missing folder, in one sentence', async () => {
    const folder = tempFolder();
    const text = join(folder, 'text.db');
    writeFileSync(
      text,
      'this is a text and not a database, and it is long enough to have a header of one\n'.repeat(20),
    );
    await expect(openSqlite({ file: text, ...silent })).rejects.toThrow('it is not an SQLite database.');
    const nowhere = join(folder, 'missing', 'parley.db');
    await expect(openSqlite({ file: nowhere, ...silent })).rejects.toThrow('its folder does not exist.');
  });

  test('leaves everything in one file after closing', async () => {
    const file = join(tempFolder(), 'parley.db');
    const db = await openSqlite({ file, ...silent });
    await db.write([raw('create table t (id integer)')]);
    await db.close();
    const copy = `${file}.copy`;
    copyFileSync(file, copy);
    const connection = openConnection({ file: copy });
    expect(connection.all('select count(*) as tables from sqlite_schema')).toEqual([{ tables: 1 }]);
    connection.close();
  });

  test('rejects reads and writes after closing', async () => {
    const db = await open();
    await db.close();
    await expect(db.read({ sql: 'select 1', parameters: [] })).rejects.toMatchObject({ code: 'unavailable' });
    await expect(db.write([parent('a')])).rejects.toMatchObject({ code: 'unavailable' });
  });
});
