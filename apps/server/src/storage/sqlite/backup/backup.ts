import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, rmSync, statSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { keepingFiles } from '../../blobs/folder-store.ts';
import { FileExistsError, fileExists, makePrivateFile, makePrivateFolder, publish, publishNew } from '../../files.ts';
import { type DataFolder, dataFolder, fileTime } from '../../opening/data-folder.ts';
import { quietly, type Report } from '../../progress.ts';
import { type Connection, openConnection } from '../driver.ts';
import { systemReason } from '../failures.ts';
import { addFiles, type BackedUpFiles, knowsFiles } from './backup-files.ts';
import { checkIntegrity, seal, writeFacts } from './backup-format.ts';

/** Interval between looks at the growth of a copy, in ms. */
const lookEvery = 250;

/** Snapshots kept in the data folder. */
const maxSnapshots = 3;

/** Age after which an unfinished backup counts as abandoned, in ms. */
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
  /** True to leave out the stored files, as for a snapshot that stays in the same data folder. */
  readonly rowsOnly?: boolean;
  /** True to replace an existing file; otherwise it is refused, before the work and again at its end. */
  readonly replace?: boolean;
  readonly report?: Report;
  /** Removes the partial file immediately when it is aborted; the process is about to end. */
  readonly signal?: AbortSignal;
}

/**
 * Writes one file with mode 0600 that contains a snapshot of the database, its secrets and the stored files of the data
 * folder; a server may be running. Returns the result for the files; undefined if the backup has no files. The copy is
 * verified, then gets the name `file` once it is complete and on disk. Throws a `FileExistsError` if the name is taken,
 * unless `replace` is set. Rejects with one sentence and removes the partial file if anything fails.
 */
export async function backup(settings: BackupTarget): Promise<BackedUpFiles | undefined> {
  const paths = dataFolder(settings.dataDir);
  const file = resolve(settings.file);
  if (!existsSync(paths.database)) throw new Error(`There is no database in ${settings.dataDir} to back up.`);
  if (belongsToServer(paths, file)) throw new Error(`A backup can't replace ${file}, which the server itself uses.`);
  if (settings.replace !== true && isTaken(file)) throw fileExists(file);
  // Two backups to one name must not write into each other's file.
  const partial = `${file}.partial-${randomBytes(4).toString('hex')}`;
  const abandon = () => removeCopyNow(partial);
  settings.signal?.addEventListener('abort', abandon);
  try {
    await makePrivateFile(partial);
    await removeAbandoned(
      dirname(file),
      statSync(partial).mtimeMs,
      (name) => name.startsWith(`${basename(file)}.partial`) && !name.startsWith(basename(partial)),
    );
    const files = await copyInstallation(paths, partial, settings);
    await seal(partial, settings.report);
    settings.signal?.throwIfAborted();
    await (settings.replace === true ? publish : publishNew)(partial, file);
    return files;
  } catch (error) {
    if (error instanceof FileExistsError) throw error;
    throw new Error(`The backup ${file} could not be written: ${systemReason(error)}`, { cause: error });
  } finally {
    settings.signal?.removeEventListener('abort', abandon);
    removeCopyNow(partial);
  }
}

/** A link to nowhere takes a name, too. */
const isTaken = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/**
 * Backs up the database inside the data folder before a migration changes it, as
 * `snapshots/before-<migration>-<time>.db`. Keeps the newest three. `restore` accepts these files.
 */
export async function takeSnapshot(settings: BackupSettings & { readonly migration: string }): Promise<void> {
  const { snapshots } = dataFolder(settings.dataDir);
  await makePrivateFolder(snapshots);
  await removeAbandoned(
    snapshots,
    settings.now(),
    (name) => name.startsWith('before-') && name.includes('.db.partial'),
  );
  const name = `before-${settings.migration}-${fileTime(settings.now())}.db`;
  await backup({ ...settings, file: join(snapshots, name), rowsOnly: true, replace: true });
  const timeOf = (file: string) => file.slice(file.lastIndexOf('-') + 1);
  // If the clock was set back, the new snapshot isn't the latest by name; never delete it.
  const others = (await readdir(snapshots)).filter(
    (file) => file.startsWith('before-') && file.endsWith('.db') && file !== name,
  );
  const outdated = others.sort((a, b) => timeOf(b).localeCompare(timeOf(a))).slice(maxSnapshots - 1);
  for (const file of outdated) await rm(join(snapshots, file));
}

/** Removes abandoned partial files of killed processes: each may be as large as the database. */
async function removeAbandoned(folder: string, now: number, isPartial: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!isPartial(name)) continue;
    const file = join(folder, name);
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
      await copyRows(source, target, settings.report ?? quietly);
      return await finishCopy(paths, target, settings);
    };
    // Files that the copied rows refer to must still exist when they are copied, although a server may sweep meanwhile.
    const withFiles = settings.rowsOnly !== true && knowsFiles(source);
    return await (withFiles ? keepingFiles(paths.blobs, copy) : copy());
  } finally {
    source.close();
  }
}

/** Copies the database off this thread, and reports how the copy grows. */
async function copyRows(source: Connection, target: string, report: Report): Promise<void> {
  const [{ bytes } = { bytes: 0 }] = source.all(
    'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
  );
  const look = () => {
    const { size } = statSync(target, { throwIfNoEntry: false }) ?? { size: 0 };
    report({ what: 'Copying the database', done: size, of: Number(bytes), unit: 'bytes' });
  };
  look();
  const timer = setInterval(look, lookEvery);
  await source.copyTo(target).finally(() => clearInterval(timer));
}

/** Adds the files and the secrets to a copy of the database, and verifies it. */
async function finishCopy(
  paths: DataFolder,
  target: string,
  { now, program, rowsOnly, report = quietly }: BackupTarget,
): Promise<BackedUpFiles | undefined> {
  // Read after the copy: secrets are created before the rows that need them and never removed, so none is missing.
  const secrets = existsSync(paths.secrets) ? await readFile(paths.secrets) : undefined;
  const copy = openConnection({ file: target });
  try {
    // The copy is in WAL mode like the original; a backup must be a single file.
    copy.exec('pragma journal_mode = delete');
    const files = rowsOnly === true || !knowsFiles(copy) ? undefined : await addFiles(copy, paths.blobs, report);
    writeFacts(copy, { createdAt: new Date(now()).toISOString(), program, secrets });
    report({ what: 'Verifying the copy', holds: true });
    checkIntegrity(copy);
    return files;
  } finally {
    copy.close();
  }
}

function belongsToServer({ database, secrets, lock }: DataFolder, file: string): boolean {
  return [database, `${database}-wal`, `${database}-shm`, secrets, lock].includes(file);
}

function removeCopyNow(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true });
}
