import { backup, DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { sha256, sqliteSha256 } from './sha256.ts';

/** Statements that have a row count; for others (`create`, `pragma`, `savepoint`) SQLite reports the previous count. */
const countsRows = /^\s*(?:insert|update|delete|replace|with)\b/i;

/** Time for which a connection waits for another connection's lock, in ms. */
export const busyTimeout = 5000;

/** A row, keyed by column name. */
export type Row = Record<string, unknown>;

/**
 * A prepared SQL statement; it must not outlive its connection. Parameters are strings, numbers, bigints, bytes and
 * null. The driver frees statements at garbage collection, so the file of a closed connection may stay open for a
 * while.
 */
export interface Prepared {
  /** True if it returns rows (`select`, `returning`): then call `all`, otherwise `run`. */
  readonly returnsRows: boolean;
  /** True if it reads or changes rows; otherwise it changes the schema or a setting. */
  readonly touchesRows: boolean;
  /** Runs it and returns its rows as plain objects. */
  all(parameters: readonly unknown[]): Row[];
  /** Runs it row by row; it must be taken to its end or left by `return`, as a loop does, before it runs again. */
  each(parameters: readonly unknown[]): Iterable<Row>;
  /** Runs it up to its first row and returns that. Unlike `all`, its errors carry the extended result code. */
  first(parameters: readonly unknown[]): Row | undefined;
  /** Runs it and returns the number of rows inserted, updated or deleted. */
  run(parameters: readonly unknown[]): number;
}

/** One connection to one database file. */
export interface Connection {
  readonly inTransaction: boolean;
  prepare(sql: string): Prepared;
  /** Runs one or more SQL statements without parameters or rows. */
  exec(sql: string): void;
  /** Prepares and runs a query and returns its rows. */
  all(sql: string, ...parameters: readonly unknown[]): Row[];
  /** Copies a snapshot of the database into a new file, off this thread. */
  copyTo(file: string): Promise<void>;
  close(): void;
}

/** The file of a connection and its options. */
export interface ConnectionSettings {
  /** An absolute path. A missing file is created, unless `readOnly` is set. */
  readonly file: string;
  readonly readOnly?: boolean;
  /** Milliseconds to wait for a lock; `busyTimeout` by default. */
  readonly timeout?: number;
}

/** Opens a connection. Throws the driver's error (see `result-codes.ts`) if the file can't be opened. */
export function openConnection({ file, readOnly = false, timeout = busyTimeout }: ConnectionSettings): Connection {
  const database = new DatabaseSync(file, { readOnly, timeout, enableForeignKeyConstraints: true, defensive: true });
  database.function(sqliteSha256, { deterministic: true }, sha256);
  return {
    get inTransaction() {
      return database.isTransaction;
    },
    prepare: (sql) => prepare(database, sql),
    exec: (sql) => database.exec(sql),
    all: (sql, ...parameters) => prepare(database, sql).all(parameters),
    copyTo: async (target) => {
      // Copy all pages in one step (rate -1): with several steps, each write of another connection would restart the
      // copy.
      await backup(database, target, { rate: -1 });
    },
    close: () => database.close(),
  };
}

/**
 * The driver returns rows as arrays, which become objects here. Measured: a quarter to a third faster than the driver's
 * own objects, and the objects have a prototype and a stable shape.
 */
function prepare(database: DatabaseSyncInstance, sql: string): Prepared {
  const statement = database.prepare(sql);
  const columnNames = () => statement.columns().map((column) => column.name);
  let names = columnNames();
  const returnsRows = names.length > 0;
  const counts = countsRows.test(sql);
  if (returnsRows) statement.setReturnArrays(true);
  return {
    returnsRows,
    touchesRows: counts || returnsRows,
    all(parameters) {
      const rows: unknown[][] = statement.all(...parameters);
      const first = rows[0];
      if (first === undefined) return [];
      // The table of a `select *` may have gained or lost a column since it was prepared.
      if (first.length !== names.length) names = columnNames();
      return rows.map((values) => toObject(names, values));
    },
    *each(parameters) {
      for (const values of statement.iterate(...parameters) as Iterable<unknown[]>) {
        if (values.length !== names.length) names = columnNames();
        yield toObject(names, values);
      }
    },
    first(parameters) {
      const values: unknown[] | undefined = statement.get(...parameters);
      return values === undefined ? undefined : toObject(names, values);
    },
    run(parameters) {
      const { changes } = statement.run(...parameters);
      return counts ? changes : 0;
    },
  };
}

function toObject(names: readonly string[], values: readonly unknown[]): Row {
  const row: Row = {};
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index];
    if (name !== undefined) row[name] = values[index];
  }
  return row;
}
