import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { openConnection } from './driver.ts';
import { failureKind } from './failures.ts';
import { configureReader, configureWriter, isSafeSqlite } from './pragmas.ts';
import { createStatements } from './statements.ts';

test.each([
  ['3.51.2', false],
  ['3.40.1', false],
  ['2.99.99', false],
  ['3.51.3', true],
  ['3.51.10', true],
  ['3.53.0', true],
  ['4.0.0', true],
])('SQLite %s is safe: %s', (version, safe) => {
  expect(isSafeSqlite(version)).toBe(safe);
});

test('names a setting that SQLite does not accept: WAL needs a file', () => {
  const connection = openConnection({ file: ':memory:' });
  expect(() => configureWriter(connection, 'FULL')).toThrow('the setting journal_mode = wal: it is memory');
  connection.close();
});

test('a reader refuses a database that is not in WAL mode', () => {
  const file = join(tempFolder(), 'rollback.db');
  const writer = openConnection({ file });
  writer.exec('create table t (id integer)');
  const reader = openConnection({ file, readOnly: true });
  expect(() => configureReader(reader)).toThrow('the setting journal_mode = wal: it is delete');
  reader.close();
  writer.close();
});

test('both settings of the writer are read back', () => {
  const connection = openConnection({ file: join(tempFolder(), 'a.db') });
  configureWriter(connection, 'NORMAL');
  expect(connection.all('pragma synchronous')).toEqual([{ synchronous: 1 }]);
  configureWriter(connection, 'FULL');
  expect(connection.all('pragma synchronous')).toEqual([{ synchronous: 2 }]);
  connection.close();
});

describe('prepared statements', () => {
  test('are prepared once while in use; unused ones are evicted first', () => {
    const connection = openConnection({ file: ':memory:' });
    const prepare = vi.fn(connection.prepare);
    const statements = createStatements({ ...connection, prepare }, 4);
    const use = (...numbers: number[]) => numbers.map((number) => statements.get(`select ${number}`));
    use(1, 2, 1, 2, 1);
    expect(prepare).toHaveBeenCalledTimes(2);
    use(3, 1, 4, 1, 5, 1, 6, 1);
    expect(prepare.mock.calls.filter(([sql]) => sql === 'select 1')).toHaveLength(1);
    expect(prepare).toHaveBeenCalledTimes(6);
    use(2);
    expect(prepare).toHaveBeenCalledTimes(7);
    connection.close();
  });

  test('are prepared again after clear', () => {
    const connection = openConnection({ file: ':memory:' });
    const statements = createStatements(connection);
    const before = statements.get('select 1');
    expect(statements.get('select 1')).toBe(before);
    statements.clear();
    expect(statements.get('select 1')).not.toBe(before);
    connection.close();
  });
});

describe('failureKind', () => {
  const sqlite = (message: string, errcode?: number) =>
    Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' }, errcode === undefined ? {} : { errcode });

  test.each([
    ['UNIQUE constraint failed: t.id', 2067, 'conflict'],
    ['UNIQUE constraint failed: t.id', 1555, 'conflict'],
    ['UNIQUE constraint failed: t.id', undefined, 'conflict'],
    ['FOREIGN KEY constraint failed', 787, 'missing'],
    ['FOREIGN KEY constraint failed', 1811, 'missing'],
    ['FOREIGN KEY constraint failed', undefined, 'missing'],
    ['raised by a trigger', 1811, 'bug'],
    ['NOT NULL constraint failed: t.id', 1299, 'bug'],
    ['NOT NULL constraint failed: t.id', undefined, 'bug'],
    ['database or disk is full', 13, 'unavailable'],
    ['database or disk is full', undefined, 'unavailable'],
    ['attempt to write a readonly database', 1032, 'unavailable'],
    ['database is locked', 5, 'unavailable'],
    ['database is locked', 517, 'unavailable'],
    ['disk I/O error', 778, 'unavailable'],
    ['disk I/O error', 1034, 'fatal'],
    ['disk I/O error', 1290, 'fatal'],
    ['disk I/O error', undefined, 'fatal'],
    ['database disk image is malformed', 11, 'damaged'],
    ['file is not a database', 26, 'damaged'],
  ])('classifies “%s” with code %s as %s', (message, errcode, kind) => {
    expect(failureKind(sqlite(message, errcode))).toBe(kind);
  });

  test('classifies errors that are not from SQLite as bugs', () => {
    expect(failureKind(new Error('UNIQUE constraint failed'))).toBe('bug');
    expect(failureKind('nonsense')).toBe('bug');
  });

  test('classifies driver errors alike for run, all and first', () => {
    const connection = openConnection({ file: ':memory:' });
    connection.exec('create table t (id text primary key); insert into t values (1)');
    const kinds = [
      () => connection.prepare('insert into t values (?)').run(['1']),
      () => connection.prepare('insert into t values (?) returning id').all(['1']),
      () => connection.prepare('insert into t values (?) returning id').first(['1']),
    ].map((run) => {
      try {
        return run();
      } catch (error) {
        return failureKind(error);
      }
    });
    expect(kinds).toEqual(['conflict', 'conflict', 'conflict']);
    connection.close();
  });
});
