import { busyTimeout, type Connection } from './driver.ts';

/**
 * The oldest safe SQLite. In earlier versions, two connections that write or checkpoint at the same time could corrupt
 * a WAL database (https://sqlite.org/wal.html#walresetbug).
 */
const oldestSqlite = '3.51.3';

/** Size in bytes to which a grown write-ahead log is truncated, for example after a long backup. */
const walSizeLimit = 64 * 1024 * 1024;

/**
 * Size in bytes of the pages of a new file; a file keeps that with which it was made. Half of SQLite's own: a small write
 * changes a dozen pages, and each is written whole.
 */
const pageSize = 2048;

/** Page caches in KiB. */
const readerCache = 64 * 1024;
const writerCache = 16 * 1024;

/** `FULL` makes each commit durable. `NORMAL` exists to prove that the power-failure test detects the difference. */
export type Synchronous = 'FULL' | 'NORMAL';

/** A setting, its value, and the value that SQLite returns if that differs. */
type Pragma = readonly [name: string, value: string | number, readBack?: string | number];

const shared: readonly Pragma[] = [
  ['foreign_keys', 'ON', 1],
  ['busy_timeout', busyTimeout],
  ['trusted_schema', 'OFF', 0],
  // Sort and keep savepoints in memory: no tenant data in the system's temporary folder.
  ['temp_store', 'MEMORY', 2],
  // No memory mapping: an I/O error in mapped memory kills the process instead of failing the query.
  ['mmap_size', 0],
];

/** Configures a new writing connection to be durable and strict. Throws if SQLite doesn't accept a setting. */
export function configureWriter(connection: Connection, synchronous: Synchronous): void {
  assertSqliteVersion(connection);
  connection.exec(`pragma page_size = ${pageSize}`);
  apply(connection, [
    ['journal_mode', 'WAL', 'wal'],
    ['synchronous', synchronous, synchronous === 'FULL' ? 2 : 1],
    ['cache_size', -writerCache],
    ['journal_size_limit', walSizeLimit],
    // Off: an automatic checkpoint would hide a failed fsync (see `createCheckpoints`).
    ['wal_autocheckpoint', 0],
    ...shared,
  ]);
}

/** Configures a new read-only connection. Throws if SQLite doesn't accept a setting or the file isn't in WAL mode. */
export function configureReader(connection: Connection, cache: number = readerCache): void {
  assertSqliteVersion(connection);
  apply(connection, [['cache_size', -cache], ['query_only', 'ON', 1], ...shared]);
  expectPragma(connection, 'journal_mode', 'wal');
}

function apply(connection: Connection, pragmas: readonly Pragma[]): void {
  for (const [name, value, readBack = value] of pragmas) {
    connection.exec(`pragma ${name} = ${value}`);
    expectPragma(connection, name, readBack);
  }
}

function expectPragma(connection: Connection, name: string, expected: string | number): void {
  const row = connection.all(`pragma ${name}`)[0] ?? {};
  const actual = Object.values(row)[0];
  if (actual !== expected) {
    throw new Error(`SQLite did not accept the setting ${name} = ${expected}: it is ${String(actual)}.`);
  }
}

function assertSqliteVersion(connection: Connection): void {
  const version = String(connection.all('select sqlite_version() as version')[0]?.['version']);
  if (!isSafeSqlite(version)) throw new Error(`SQLite ${version} is too old: ${oldestSqlite} or later is needed.`);
}

/** True if an SQLite version, such as `3.51.3`, is at least the oldest safe one. */
export function isSafeSqlite(version: string): boolean {
  const wanted = oldestSqlite.split('.').map(Number);
  const parts = version.split('.').map(Number);
  for (const [index, least] of wanted.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
