import { dataFolder } from './data-folder.ts';
import { makePrivateFolder } from './files.ts';
import { finishRestore } from './sqlite/finish-restore.ts';
import { openSqlite, type SqliteDatabase } from './sqlite/open.ts';

/** What decides on the engine and opens it. */
export interface DatabaseSettings {
  /** The data folder, as an absolute path; it is made, 0700, where there is none. */
  readonly dataDir: string;
  /** `DATABASE_URL`: names a database server, in place of the embedded database. */
  readonly databaseUrl: string | undefined;
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
export async function openDatabase(settings: DatabaseSettings): Promise<SqliteDatabase> {
  const { dataDir, databaseUrl, now, onFatal, onNotice } = settings;
  if (databaseUrl !== undefined) throw new Error(urlRefusal(databaseUrl));
  await makePrivateFolder(dataDir);
  await finishRestore(dataDir, now);
  return openSqlite({ file: dataFolder(dataDir).database, onFatal, onNotice });
}

/** Never repeats the URL: it holds a password. */
function urlRefusal(url: string): string {
  return /^postgres(?:ql)?:\/\//.test(url)
    ? 'DATABASE_URL names PostgreSQL, which is not available in this version yet: leave it unset to use the embedded database.'
    : 'DATABASE_URL must begin with postgres://.';
}
