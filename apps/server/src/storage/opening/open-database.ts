import { existsSync, readFileSync } from 'node:fs';
import type { Database } from '../database.ts';
import { makePrivateFolder } from '../files.ts';
import type { ScanSettings } from '../scans/scan-queue.ts';
import { finishRestore } from '../sqlite/backup/finish-restore.ts';
import { openSqlite } from '../sqlite/open.ts';
import { dataFolder } from './data-folder.ts';
import { isDatabaseUrl } from './database-url.ts';

/** The settings that select the engine and open the database. */
export interface DatabaseSettings {
  /** The data folder, as an absolute path; created with mode 0700 for the embedded database if missing. */
  readonly dataDir: string;
  /** `DATABASE_URL`: the database server to use instead of the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Max connections to a database server, 2 or more; 10 by default. */
  readonly databaseConnections?: number;
  /** Number of reads that may take long and run at the same time, and their max duration; `usualScans` by default. */
  readonly scans?: ScanSettings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The database is unusable: log the error and exit with a non-zero code. */
  readonly onFatal: (error: Error) => void;
  /** Receives a sentence for the log about a problem that lost no data. */
  readonly onNotice: (message: string) => void;
}

/**
 * Opens the database that the settings select. Rejects with one sentence for the operator if it can't be opened. Read
 * the secrets of the data folder only afterwards: this completes an interrupted restore, which replaces them.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { dataDir, databaseUrl, databaseConnections = 10, scans, now, onFatal, onNotice } = settings;
  if (databaseUrl !== undefined) {
    // The message must not contain the URL: it holds a password.
    if (!isDatabaseUrl(databaseUrl)) throw new Error('DATABASE_URL must begin with postgres://.');
    // Loaded on demand: the embedded database doesn't need the driver.
    const { openPostgres } = await import('../postgres/open.ts');
    return openPostgres({ url: databaseUrl, connections: databaseConnections, scans, onNotice });
  }
  refuseMoved(dataDir);
  await makePrivateFolder(dataDir);
  await finishRestore(dataDir, now);
  return openSqlite({ file: dataFolder(dataDir).database, scans, onFatal, onNotice });
}

/** Throws if the folder's data was moved to a database server: new rows would go into an outdated copy. */
function refuseMoved(dataDir: string): void {
  const { moved } = dataFolder(dataDir);
  if (!existsSync(moved)) return;
  throw new Error(
    `${readFileSync(moved, 'utf8').trim()} Set DATABASE_URL to that database; to use the copy in ` +
      `this folder anyway, delete ${moved}.`,
  );
}
