import { existsSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { dataFolder, fileTime } from '../data-folder.ts';
import { makePrivateFolder, publish, sync } from '../files.ts';
import { countApplied } from '../migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { type BackupFacts, checkIntegrity, copyUnsealed, readFacts, withReader } from './backup-format.ts';
import { type Connection, openConnection } from './driver.ts';
import { failureKind, messageOf } from './failures.ts';
import { finishRestore } from './finish-restore.ts';
import { lockDataFolder } from './lock.ts';

/** What a restore needs. */
export interface RestoreSettings {
  /** The backup. */
  readonly file: string;
  /** The data folder, as an absolute path; it is made where there is none. */
  readonly dataDir: string;
  /** Every migration that the program knows, in order. */
  readonly migrations: readonly Pick<Migration, 'name'>[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a restore did. */
export interface Restored extends Omit<BackupFacts, 'secrets'> {
  /** Where the database that was there before is kept, if there was one. */
  readonly kept: string | undefined;
}

/**
 * Replaces the database and the secrets of a data folder by those of a backup. Everything is verified before anything
 * is replaced, and the database is replaced by one rename: a process that dies leaves the old state, or the new one,
 * which `finishRestore` completes. Rejects with one sentence where the backup is no good or a server runs.
 */
export async function restore(settings: RestoreSettings): Promise<Restored> {
  const { dataDir, now } = settings;
  const file = resolve(settings.file);
  if (!existsSync(file)) throw new Error(`There is no backup ${file}.`);
  const { database } = dataFolder(dataDir);
  await makePrivateFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  const fresh = `${database}.restoring`;
  try {
    const { createdAt, program } = await unpack(file, fresh, settings);
    const kept = await replaceDatabase(database, fresh, `${database}.before-restore-${fileTime(now())}`);
    await finishRestore(dataDir, now);
    return { createdAt, program, kept };
  } finally {
    await rm(fresh, { force: true });
    lock.close();
  }
}

/** Copies the backup to `fresh` and verifies the copy, so that what was verified is what is used. */
async function unpack(file: string, fresh: string, { migrations }: RestoreSettings): Promise<BackupFacts> {
  await rm(fresh, { force: true });
  try {
    await copyUnsealed(file, fresh);
    return withReader(fresh, (connection) => {
      const facts = readFacts(connection);
      checkIntegrity(connection);
      checkMigrations(connection, migrations);
      return facts;
    });
  } catch (error) {
    throw new Error(`Nothing was restored: ${basename(file)} ${messageOf(error)}.`, { cause: error });
  }
}

function checkMigrations(connection: Connection, migrations: RestoreSettings['migrations']): void {
  const applied = connection.all('select name from schema_migrations').map((row) => String(row['name']));
  try {
    countApplied(applied, migrations);
  } catch (error) {
    throw new Error(`can't be used by this version. ${messageOf(error).replace(/\.$/, '')}`, { cause: error });
  }
}

/** Puts `fresh` in the place of the database, of which `kept` becomes a second name; gives `kept` if there was one. */
async function replaceDatabase(database: string, fresh: string, kept: string): Promise<string | undefined> {
  if (!existsSync(database)) {
    await setSideFilesAside(database, kept);
    await publish(fresh, database);
    return undefined;
  }
  const old = takeAlone(database);
  try {
    await link(database, kept);
    if (old === undefined) await setSideFilesAside(database, kept);
    await publish(fresh, database);
    return kept;
  } finally {
    old?.close();
  }
}

/**
 * Opens the database so that nobody else can, with its write-ahead log moved into it: a log that stayed would be
 * replayed into the restored database. Leaving WAL mode does all that, and fails while another process has it open.
 * Gives undefined where the file is too damaged for that. Throws one sentence where it is in use.
 */
function takeAlone(database: string): Connection | undefined {
  let connection: Connection | undefined;
  try {
    connection = openConnection({ file: database });
    connection.exec('pragma journal_mode = delete');
    connection.exec('begin exclusive');
    return connection;
  } catch (error) {
    connection?.close();
    if (failureKind(error) === 'damaged') return undefined;
    throw new Error(`Nothing was restored: the database in place could not be set aside: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** Keeps the side files of a database that SQLite can't read or that is gone, away from the one to come. */
async function setSideFilesAside(database: string, kept: string): Promise<void> {
  for (const suffix of ['-wal', '-journal']) {
    if (existsSync(`${database}${suffix}`)) await rename(`${database}${suffix}`, `${kept}${suffix}`);
  }
  await rm(`${database}-shm`, { force: true });
  await sync(resolve(database, '..'));
}
