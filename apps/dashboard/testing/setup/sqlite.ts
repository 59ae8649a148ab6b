import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** The part of the SQLite driver that is used here. */
interface Sqlite {
  readonly DatabaseSync: new (file: string) => Database;
}

/** The embedded database. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: (string | number)[]): unknown;
    all(...values: (string | number)[]): unknown[];
  };
  close(): void;
}

// The server's own driver; Node 20 has none built in.
const sqlite: Sqlite = createRequire(resolve(import.meta.dirname, '../../../server/package.json'))(
  '@photostructure/sqlite',
);

/** Runs one transaction in the database of a running server. */
export function inDatabase(folder: string, run: (db: Database) => void): void {
  const db = new sqlite.DatabaseSync(join(folder, 'parley.db'));
  try {
    db.exec('pragma busy_timeout = 10000; begin immediate');
    run(db);
    db.exec('commit');
  } finally {
    db.close();
  }
}
