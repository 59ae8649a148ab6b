import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Why a folder can't be created, by the code of the system error. */
const folderReasons: Readonly<Record<string, string>> = {
  EEXIST: 'a file of that name exists.',
  ENOTDIR: 'a part of its path is a file.',
  EACCES: 'this user has no permission to create it.',
  EROFS: 'the file system is read-only.',
  ENOSPC: 'the disk is full.',
};

/**
 * Creates a folder with mode 0700 and its missing parents, durably. An existing folder is left unchanged. Rejects with
 * one sentence if that fails.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    const reason = folderReasons[String(error.code)] ?? `${error.message}.`;
    throw new Error(`The folder ${folder} could not be created: ${reason}`, { cause: error });
  });
  if (first !== undefined) await sync(dirname(first));
}

/**
 * Creates an empty file with mode 0600, durably. Returns false if the file exists already; then it is left unchanged.
 */
export async function makePrivateFile(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.close();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  await sync(dirname(file));
  return true;
}

/** Waits until the content of a file, or the entries of a folder, are on disk (fsync). */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames a finished file to its final name in the same folder, atomically and durably. Replaces an existing file. */
export async function publish(file: string, name: string): Promise<void> {
  await sync(file);
  await rename(file, name);
  await sync(dirname(name));
}

/** Thrown if a file would be replaced that the caller didn't allow to be. */
export class FileExistsError extends Error {}

/** Error codes of `link` on a file system without hard links. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Like `publish`, but throws a `FileExistsError` if the name is taken, also if another process takes it meanwhile.
 */
export async function publishNew(file: string, name: string): Promise<void> {
  await sync(file);
  try {
    await link(file, name).catch(async (error: NodeJS.ErrnoException) => {
      if (!noLinks.has(String(error.code))) throw error;
      // The name is reserved by an empty file, which the rename replaces.
      await (await open(name, 'wx', 0o600)).close();
      await rename(file, name);
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw fileExists(name);
    throw error;
  }
  await rm(file, { force: true });
  await sync(dirname(name));
}

/** The error of a file that is in the way. */
export const fileExists = (file: string) => new FileExistsError(`${file} exists already.`);
