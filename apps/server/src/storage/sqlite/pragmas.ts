import { busyTimeout, type Connection } from './driver.ts';

/**
 * The oldest SQLite that is safe here: before it, two connections that write or checkpoint at once could corrupt
 * a WAL database (https://sqlite.org/wal.html#walresetbug).
 */
const oldestSqlite = '3.51.3';

/** Bytes kept of a write-ahead log that grew while something held it, such as a long backup. */
const walSizeLimit = 64 * 1024 * 1024;

/** Page caches in KiB. */
const readerCache = 64 * 1024;
const writerCache = 16 * 1024;

/** `FULL` makes each commit durable. `NORMAL` exists to show that the power-cut test notices the difference. */
export type Synchronous = 'FULL' | 'NORMAL';

/** A setting, the value that is set, and the value that SQLite reads back where that is written otherwise. */
type Pragma = readonly [name: string, value: string | number, readBack?: string | number];

const shared: readonly Pragma[] = [
  ['foreign_keys', 'ON', 1],
  ['busy_timeout', busyTimeout],
  ['trusted_schema', 'OFF', 0],
  // Sorting and savepoints in memory: no tenant's data in the system's temporary folder.
  ['temp_store', 'MEMORY', 2],
  // Not mapped: an I/O error in mapped memory kills the process instead of failing the query.
  ['mmap_size', 0],
];

/** Makes a fresh read-and-write connection durable and strict. Throws where SQLite does not take a setting. */
export function configureWriter(connection: Connection, synchronous: Synchronous): void {
  assertSqliteVersion(connection);
  apply(connection, [
    ['journal_mode', 'WAL', 'wal'],
    ['synchronous', synchronous, synchronous === 'FULL' ? 2 : 1],
    ['cache_size', -writerCache],
    ['journal_size_limit', walSizeLimit],
    // Off, because an automatic checkpoint would hide a failed fsync: see `createCheckpoints`.
    ['wal_autocheckpoint', 0],
    ...shared,
  ]);
}

/** The same for a fresh read-only connection. Throws where SQLite does not take a setting, or the file is not in WAL mode. */
export function configureReader(connection: Connection): void {
  assertSqliteVersion(connection);
  apply(connection, [['cache_size', -readerCache], ['query_only', 'ON', 1], ...shared]);
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
    throw new Error(`SQLite did not take the setting ${name} = ${expected}: it is ${String(actual)}.`);
  }
}

function assertSqliteVersion(connection: Connection): void {
  const version = String(connection.all('select sqlite_version() as version')[0]?.['version']);
  if (!isSafeSqlite(version)) throw new Error(`SQLite ${version} is too old: ${oldestSqlite} or later is needed.`);
}

/** Whether a version of SQLite, such as `3.51.3`, is at least the oldest safe one. */
export function isSafeSqlite(version: string): boolean {
  const wanted = oldestSqlite.split('.').map(Number);
  const parts = version.split('.').map(Number);
  for (const [index, least] of wanted.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
