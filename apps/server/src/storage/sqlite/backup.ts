import { existsSync, statSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type DataFolder, dataFolder, fileTime } from '../data-folder.ts';
import { makePrivateFile, makePrivateFolder, publish } from '../files.ts';
import { checkIntegrity, seal, writeFacts } from './backup-format.ts';
import { openConnection } from './driver.ts';
import { systemReason } from './failures.ts';

/** Snapshots kept in the data folder. */
const maxSnapshots = 3;

/** Age after which an unfinished snapshot counts as abandoned, in ms. */
const abandonedAfter = 60 * 60_000;

/** The settings of every backup. */
export interface BackupSettings {
  /** The data folder, as an absolute path. */
  readonly dataDir: string;
  /** The program version, stored in the backup. */
  readonly program: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Writes one file with mode 0600 that contains a snapshot of the database and its secrets; a server may be running. The
 * copy is verified, then renamed to `file` once it is complete and on disk; an earlier file is replaced. Rejects with
 * one sentence and removes the partial file if that fails.
 */
export async function backup(settings: BackupSettings & { readonly file: string }): Promise<void> {
  const paths = dataFolder(settings.dataDir);
  const file = resolve(settings.file);
  if (!existsSync(paths.database)) throw new Error(`There is no database in ${settings.dataDir} to back up.`);
  if (belongsToServer(paths, file)) throw new Error(`A backup can't replace ${file}, which the server itself uses.`);
  const partial = `${file}.partial`;
  try {
    await removeCopy(partial);
    await makePrivateFile(partial);
    await copyDatabase(paths, partial, settings);
    await seal(partial);
    await publish(partial, file);
  } catch (error) {
    throw new Error(`The backup ${file} could not be written: ${systemReason(error)}`, { cause: error });
  } finally {
    await removeCopy(partial);
  }
}

/**
 * Backs up the database inside the data folder before a migration changes it, as
 * `snapshots/before-<migration>-<time>.db`. Keeps the newest three. `restore` accepts these files.
 */
export async function takeSnapshot(settings: BackupSettings & { readonly migration: string }): Promise<void> {
  const { snapshots } = dataFolder(settings.dataDir);
  await makePrivateFolder(snapshots);
  await removeAbandoned(snapshots, settings.now());
  const name = `before-${settings.migration}-${fileTime(settings.now())}.db`;
  await backup({ ...settings, file: join(snapshots, name) });
  const timeOf = (file: string) => file.slice(file.lastIndexOf('-') + 1);
  // If the clock was set back, the new snapshot isn't the latest by name; never delete it.
  const others = (await readdir(snapshots)).filter(
    (file) => file.startsWith('before-') && file.endsWith('.db') && file !== name,
  );
  const outdated = others.sort((a, b) => timeOf(b).localeCompare(timeOf(a))).slice(maxSnapshots - 1);
  for (const file of outdated) await rm(join(snapshots, file));
}

/** Removes abandoned partial snapshots of killed processes: each may be as large as the database. */
async function removeAbandoned(snapshots: string, now: number): Promise<void> {
  for (const name of await readdir(snapshots)) {
    if (!name.startsWith('before-') || !name.includes('.db.partial')) continue;
    const file = join(snapshots, name);
    // Another process may finish it at this moment; then the partial file is gone.
    const { mtimeMs = now } = statSync(file, { throwIfNoEntry: false }) ?? {};
    // Absolute difference, because the clock may be set back.
    if (Math.abs(now - mtimeMs) > abandonedAfter) await rm(file, { force: true });
  }
}

async function copyDatabase(paths: DataFolder, target: string, settings: BackupSettings): Promise<void> {
  // Not read-only: a killed process may have left a journal, and rolling it back needs write access.
  const source = openConnection({ file: paths.database });
  try {
    await source.copyTo(target);
  } finally {
    source.close();
  }
  // Read after the copy: secrets are created before the rows that need them and never removed, so none is missing.
  const secrets = existsSync(paths.secrets) ? await readFile(paths.secrets) : undefined;
  const copy = openConnection({ file: target });
  try {
    // The copy is in WAL mode like the original; a backup must be a single file.
    copy.exec('pragma journal_mode = delete');
    writeFacts(copy, { createdAt: new Date(settings.now()).toISOString(), program: settings.program, secrets });
    checkIntegrity(copy);
  } finally {
    copy.close();
  }
}

function belongsToServer({ database, secrets, lock }: DataFolder, file: string): boolean {
  return [database, `${database}-wal`, `${database}-shm`, secrets, lock].includes(file);
}

async function removeCopy(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${file}${suffix}`, { force: true });
}
