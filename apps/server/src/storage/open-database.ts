import { existsSync, readFileSync } from 'node:fs';
import { dataFolder } from './data-folder.ts';
import type { Database } from './database.ts';
import { isDatabaseUrl } from './database-url.ts';
import { makePrivateFolder } from './files.ts';
import { finishRestore } from './sqlite/finish-restore.ts';
import { openSqlite } from './sqlite/open.ts';

/** What decides on the engine and opens it. */
export interface DatabaseSettings {
  /** The data folder, as an absolute path; the embedded database makes it, 0700, where there is none. */
  readonly dataDir: string;
  /** `DATABASE_URL`: names a database server, in place of the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Connections to a database server at most, 2 or more; 10 unless set. */
  readonly databaseConnections?: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The database must not be used any more: log the error and end the process, with an exit code that isn't 0. */
  readonly onFatal: (error: Error) => void;
  /** A sentence for the log: something went wrong and nothing was lost. */
  readonly onNotice: (message: string) => void;
}

/**
 * Opens the database that the settings name. Read the secrets of the data folder only afterwards: a restore that was
 * interrupted is completed here. Rejects with one sentence for the operator where it can't be opened.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { dataDir, databaseUrl, databaseConnections = 10, now, onFatal, onNotice } = settings;
  if (databaseUrl !== undefined) {
    // Never repeats the URL: it holds a password.
    if (!isDatabaseUrl(databaseUrl)) throw new Error('DATABASE_URL must begin with postgres://.');
    // Its driver is loaded only where it is used.
    const { openPostgres } = await import('./postgres/open.ts');
    return openPostgres({ url: databaseUrl, connections: databaseConnections, onNotice });
  }
  refuseMoved(dataDir);
  await makePrivateFolder(dataDir);
  await finishRestore(dataDir, now);
  return openSqlite({ file: dataFolder(dataDir).database, onFatal, onNotice });
}

/** Throws one sentence where the folder's data lives on a database server now: what is written here would be lost. */
function refuseMoved(dataDir: string): void {
  const { moved } = dataFolder(dataDir);
  if (!existsSync(moved)) return;
  throw new Error(
    `${readFileSync(moved, 'utf8').trim()} Set DATABASE_URL to that database; to use the copy in this folder all the ` +
      `same, delete ${moved}.`,
  );
}
