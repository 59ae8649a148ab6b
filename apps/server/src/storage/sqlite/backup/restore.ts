import { existsSync, rmSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { makePrivateFolder, publish, sync } from '../../files.ts';
import { countApplied } from '../../migrations/migrate.ts';
import type { Migration } from '../../migrations/migration.ts';
import { dataFolder, fileTime } from '../../opening/data-folder.ts';
import { quietly, type Report } from '../../progress.ts';
import { type Connection, openConnection } from '../driver.ts';
import { failureKind, messageOf } from '../failures.ts';
import { lockDataFolder } from '../lock.ts';
import { checkFiles, hasFiles } from './backup-files.ts';
import { type BackupFacts, checkIntegrity, copyUnsealed, readFacts, withReader } from './backup-format.ts';
import { finishRestore } from './finish-restore.ts';

/** The settings of a restore. */
export interface RestoreSettings {
  /** The backup file. */
  readonly file: string;
  /** The data folder, as an absolute path; created if missing. */
  readonly dataDir: string;
  /** Every migration of the program, in order. */
  readonly migrations: readonly Pick<Migration, 'name'>[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly report?: Report;
  /** Removes the unpacked copy immediately when it is aborted; the process is about to end. */
  readonly signal?: AbortSignal;
}

/** The result of a restore. */
export interface Restored extends Omit<BackupFacts, 'secrets'> {
  /** The path of the replaced database, if there was one. */
  readonly kept: string | undefined;
}

/**
 * Replaces the database and the secrets of a data folder with those of a backup, and adds its stored files. Verifies
 * everything first and replaces the database by one rename. A crash leaves the old state, or the new one, which
 * `finishRestore` completes. Rejects with one sentence if the backup is invalid or a server runs.
 */
export async function restore(settings: RestoreSettings): Promise<Restored> {
  const { dataDir, now } = settings;
  const file = resolve(settings.file);
  if (!existsSync(file)) throw new Error(`There is no backup ${file}.`);
  const { database } = dataFolder(dataDir);
  await makePrivateFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  const fresh = `${database}.restoring`;
  const abandon = () => rmSync(fresh, { force: true });
  settings.signal?.addEventListener('abort', abandon);
  try {
    const { createdAt, program } = await unpack(file, fresh, settings);
    const kept = await replaceDatabase(database, fresh, `${database}.before-restore-${fileTime(now())}`);
    await finishRestore(dataDir, now, settings.report);
    return { createdAt, program, kept };
  } finally {
    settings.signal?.removeEventListener('abort', abandon);
    await rm(fresh, { force: true });
    lock.close();
  }
}

/** Copies the backup to `fresh` and verifies the copy, so that the verified file is the one used. */
async function unpack(
  file: string,
  fresh: string,
  { migrations, report = quietly }: RestoreSettings,
): Promise<BackupFacts> {
  await rm(fresh, { force: true });
  try {
    await copyUnsealed(file, fresh, report);
    report({ what: 'Verifying the backup', holds: true });
    return withReader(fresh, (connection) => {
      const facts = readFacts(connection);
      checkIntegrity(connection);
      checkMigrations(connection, migrations);
      if (hasFiles(connection)) checkFiles(connection);
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

/**
 * Renames `fresh` to the path of the database and keeps the old one at `kept`. Returns `kept` if there was an old one.
 */
async function replaceDatabase(database: string, fresh: string, kept: string): Promise<string | undefined> {
  if (!existsSync(database)) {
    await moveSideFilesAway(database, kept);
    await publish(fresh, database);
    return undefined;
  }
  const old = lockExclusively(database);
  try {
    await link(database, kept);
    if (old === undefined) await moveSideFilesAway(database, kept);
    await publish(fresh, database);
    return kept;
  } finally {
    old?.close();
  }
}

/**
 * Locks the database exclusively, with its write-ahead log checkpointed: a remaining log would be replayed into the
 * restored database. Leaving WAL mode does that, and fails while another process has it open. Returns undefined if the
 * file is too corrupt. Throws one sentence if it is in use.
 */
function lockExclusively(database: string): Connection | undefined {
  let connection: Connection | undefined;
  try {
    connection = openConnection({ file: database });
    connection.exec('pragma journal_mode = delete');
    connection.exec('begin exclusive');
    return connection;
  } catch (error) {
    connection?.close();
    if (failureKind(error) === 'damaged') return undefined;
    throw new Error(`Nothing was restored: the existing database could not be locked: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** Moves away the side files of a corrupt or missing database, so that SQLite doesn't apply them to the new one. */
async function moveSideFilesAway(database: string, kept: string): Promise<void> {
  for (const suffix of ['-wal', '-journal']) {
    if (existsSync(`${database}${suffix}`)) await rename(`${database}${suffix}`, `${kept}${suffix}`);
  }
  await rm(`${database}-shm`, { force: true });
  await sync(resolve(database, '..'));
}
