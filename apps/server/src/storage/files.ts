import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Why a folder can't be made, by the code of the system's error. */
const folderReasons: Readonly<Record<string, string>> = {
  EEXIST: 'there is a file of that name.',
  ENOTDIR: 'a part of its path is a file.',
  EACCES: 'this user may not make it there.',
  EROFS: 'the file system can only be read.',
  ENOSPC: 'the disk is full.',
};

/**
 * Makes a folder that only this user can enter, with its parents, durably. An existing one stays as it is.
 * Rejects with one sentence where that is not possible.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    const reason = folderReasons[String(error.code)] ?? `${error.message}.`;
    throw new Error(`The folder ${folder} could not be made: ${reason}`, { cause: error });
  });
  if (first !== undefined) await sync(dirname(first));
}

/** Makes an empty file that only this user can read, durably, and says whether it did: an existing one stays as it is. */
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

/** Waits until a file's content, or a folder's list of names, is on the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a finished file its final name, in the same folder, in one step: what had the name before is replaced. */
export async function publish(file: string, name: string): Promise<void> {
  await sync(file);
  await rename(file, name);
  await sync(dirname(name));
}
