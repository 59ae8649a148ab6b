import { backup, DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';

/** Statements without a row count of their own (`create`, `pragma`, `savepoint`) would report the one before. */
const countsRows = /^\s*(?:insert|update|delete|replace|with)\b/i;

/** How long a connection waits for another one's lock before it gives up, in milliseconds. */
export const busyTimeout = 5000;

/** A row by the names of its columns. */
export type Row = Record<string, unknown>;

/**
 * One SQL statement, prepared on one connection, which it must not outlive. Parameters are strings, numbers, bigints,
 * bytes and null. The driver frees statements only with the garbage, so a closed connection's file may stay open a while.
 */
export interface Prepared {
  /** Whether it gives rows (`select`, `returning`): call `all`, else `run`. */
  readonly returnsRows: boolean;
  /** Whether it reads or changes rows; if not, it changes the schema or a setting. */
  readonly touchesRows: boolean;
  /** Runs it and gives its rows as plain objects. */
  all(parameters: readonly unknown[]): Row[];
  /** Runs it up to its first row and gives that. Unlike those of `all`, its errors carry their exact result code. */
  first(parameters: readonly unknown[]): Row | undefined;
  /** Runs it and gives the number of rows that it inserted, updated or deleted. */
  run(parameters: readonly unknown[]): number;
}

/** One connection to one database file. */
export interface Connection {
  readonly inTransaction: boolean;
  prepare(sql: string): Prepared;
  /** Runs SQL without parameters or rows, several statements if need be. */
  exec(sql: string): void;
  /** Runs a query outside any cache and gives its rows. */
  all(sql: string, ...parameters: readonly unknown[]): Row[];
  /** Copies the database page by page, as it is at one moment, into a new file, off this thread. */
  copyTo(file: string): Promise<void>;
  close(): void;
}

/** Which file is opened, and how. */
export interface ConnectionSettings {
  /** An absolute path. A missing file is created, unless `readOnly`. */
  readonly file: string;
  readonly readOnly?: boolean;
  /** Milliseconds to wait for a lock; `busyTimeout` by default. */
  readonly timeout?: number;
}

/** Opens one connection. Throws the driver's own error (see `result-codes.ts`) where the file can't be opened. */
export function openConnection({ file, readOnly = false, timeout = busyTimeout }: ConnectionSettings): Connection {
  const database = new DatabaseSync(file, { readOnly, timeout, enableForeignKeyConstraints: true, defensive: true });
  return {
    get inTransaction() {
      return database.isTransaction;
    },
    prepare: (sql) => prepare(database, sql),
    exec: (sql) => database.exec(sql),
    all: (sql, ...parameters) => prepare(database, sql).all(parameters),
    copyTo: async (target) => {
      // All pages in one step (rate -1): in steps, each write of another connection would start the copy anew.
      await backup(database, target, { rate: -1 });
    },
    close: () => database.close(),
  };
}

/**
 * Rows come from the driver as arrays and become objects here: measured, that takes a quarter to a third less time
 * than the driver's own objects, and gives objects with a prototype and a shape that the engine optimises.
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
      // A `select *` whose table has got or lost a column since it was prepared.
      if (first.length !== names.length) names = columnNames();
      return rows.map((values) => toObject(names, values));
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
