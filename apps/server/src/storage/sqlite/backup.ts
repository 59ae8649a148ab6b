import { existsSync, statSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { keepingFiles } from '../blobs/folder-store.ts';
import { type DataFolder, dataFolder, fileTime } from '../data-folder.ts';
import { makePrivateFile, makePrivateFolder, publish } from '../files.ts';
import { addFiles, type BackedUpFiles, knowsFiles } from './backup-files.ts';
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

/** The settings of one backup. */
interface BackupTarget extends BackupSettings {
  readonly file: string;
  /** Whether to leave out the stored files, as a snapshot does that stays in the same data folder. */
  readonly rowsOnly?: boolean;
}

/**
 * Writes one file with mode 0600 that contains a snapshot of the database, its secrets and the stored files of the data
 * folder; a server may be running. Returns what became of the files; undefined if there are none to know of. The
 * copy is verified, then renamed to `file` once it is complete and on disk; an earlier file is replaced. Rejects with
 * one sentence and removes the partial file if that fails.
 */
export async function backup(settings: BackupTarget): Promise<BackedUpFiles | undefined> {
  const paths = dataFolder(settings.dataDir);
  const file = resolve(settings.file);
  if (!existsSync(paths.database)) throw new Error(`There is no database in ${settings.dataDir} to back up.`);
  if (belongsToServer(paths, file)) throw new Error(`A backup can't replace ${file}, which the server itself uses.`);
  const partial = `${file}.partial`;
  try {
    await removeCopy(partial);
    await makePrivateFile(partial);
    const files = await copyInstallation(paths, partial, settings);
    await seal(partial);
    await publish(partial, file);
    return files;
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
  await backup({ ...settings, file: join(snapshots, name), rowsOnly: true });
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

async function copyInstallation(paths: DataFolder, target: string, settings: BackupTarget) {
  // Not read-only: a killed process may have left a journal, and rolling it back needs write access.
  const source = openConnection({ file: paths.database });
  try {
    const copy = async () => {
      await source.copyTo(target);
      return await finishCopy(paths, target, settings);
    };
    // What the copied rows hold must still be there when it is copied, although a server sweeps meanwhile.
    const withFiles = settings.rowsOnly !== true && knowsFiles(source);
    return await (withFiles ? keepingFiles(paths.blobs, copy) : copy());
  } finally {
    source.close();
  }
}

/** Adds the files and the secrets to a copy of the database, and verifies it. */
async function finishCopy(
  paths: DataFolder,
  target: string,
  { now, program, rowsOnly }: BackupTarget,
): Promise<BackedUpFiles | undefined> {
  // Read after the copy: secrets are created before the rows that need them and never removed, so none is missing.
  const secrets = existsSync(paths.secrets) ? await readFile(paths.secrets) : undefined;
  const copy = openConnection({ file: target });
  try {
    // The copy is in WAL mode like the original; a backup must be a single file.
    copy.exec('pragma journal_mode = delete');
    const files = rowsOnly === true || !knowsFiles(copy) ? undefined : await addFiles(copy, paths.blobs);
    writeFacts(copy, { createdAt: new Date(now()).toISOString(), program, secrets });
    checkIntegrity(copy);
    return files;
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
