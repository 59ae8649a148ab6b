import { createHash } from 'node:crypto';
import { type FileHandle, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import { makePrivateFolder, sync } from '../files.ts';
import { type BlobStore, boundsOf, checkId, damaged } from './blob-store.ts';

/** Seconds until a retry makes sense after a disk error. */
const retryAfter = 5;

/** Bytes per read. */
const readSize = 64 * 1024;

/** Age in ms after which the mark of a backup counts as left behind by a killed process. */
const markAge = 60 * 60_000;

/** The folders of the store: 4,096, so that a million files are some 250 in each. */
const folderOf = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 3);

/** Returns the path of a file in the folder of all files. Throws if the ID isn't one. */
export function fileOf(folder: string, id: string): string {
  checkId(id);
  return join(folder, folderOf(id), id);
}

/** Keeps files in a folder with mode 0700, each a file with mode 0600 that is named by its ID. */
export function createFolderStore(folder: string): BlobStore {
  return {
    kind: 'folder',
    write: (id, chunks) => translated(() => writeBlobFile(folder, id, chunks)),
    read: async (id, reading) => {
      const handle = await translated(() => open(fileOf(folder, id))).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? damaged(id, 'is missing from the data folder') : error;
      });
      const { size } = await handle.stat();
      if (size === reading.bytes) return chunksOf(handle, boundsOf(reading));
      await handle.close();
      throw damaged(id, `has ${size} bytes in place of ${reading.bytes}`);
    },
    remove: (id) => translated(() => rm(fileOf(folder, id), { force: true })),
    size: async (id) => {
      try {
        return (await stat(fileOf(folder, id))).size;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    keepsAll: async () => {
      const mark = await stat(markOf(folder)).catch(() => undefined);
      return mark !== undefined && Math.abs(Date.now() - mark.mtimeMs) < markAge;
    },
  };
}

/** Writes a file of the store durably; its name is on disk, too. Removes it again if that fails. */
export async function writeBlobFile(folder: string, id: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = fileOf(folder, id);
  await makePrivateFolder(folder);
  await makePrivateFolder(join(folder, folderOf(id)));
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk);
    await handle.sync();
    await handle.close();
    await sync(join(folder, folderOf(id)));
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(file, { force: true });
    throw error;
  }
}

/** The first and the last byte of a part of a file. */
interface Bounds {
  readonly start: number;
  readonly end: number;
}

async function* chunksOf(handle: FileHandle, bounds: Bounds): AsyncGenerator<Buffer> {
  try {
    yield* readChunks(handle, bounds);
  } finally {
    await handle.close();
  }
}

/** Reads a part of an open file, which stays open. */
export async function* readChunks(handle: FileHandle, { start, end }: Bounds): AsyncGenerator<Buffer> {
  for (let position = start; position <= end; ) {
    const buffer = Buffer.allocUnsafe(Math.min(readSize, end - position + 1));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) throw new Error('A stored file became shorter while it was read.');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Exists beside the folder while a backup reads it; its age tells whether the backup still runs. */
const markOf = (folder: string) => `${folder}.backup-running`;

/**
 * Keeps every file of the folder for as long as `use` runs, also from the sweeps of a server that runs meanwhile. A
 * sweep reads the mark after it has chosen what to remove, so what it removes was released before `use` began.
 */
export async function keepingFiles<Result>(folder: string, use: () => Promise<Result>): Promise<Result> {
  const mark = () => writeFile(markOf(folder), '', { mode: 0o600 });
  await mark();
  const timer = setInterval(() => void mark().catch(() => undefined), markAge / 10);
  try {
    return await use();
  } finally {
    clearInterval(timer);
    await rm(markOf(folder), { force: true });
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** The sentences for the caller, by the code of the system error. */
const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk that holds the files is full, so nothing could be saved.',
  EDQUOT: 'The disk that holds the files is full, so nothing could be saved.',
  EROFS: 'The disk that holds the files is read-only, so nothing could be saved.',
  EACCES: 'The server has no permission to use the folder that holds the files.',
  EIO: 'The disk that holds the files reported an error.',
  EMFILE: 'The server has too many open files; try again shortly.',
};

/** Runs a function; translates a system error that may pass into `unavailable`. */
export async function translated<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    const { cause: inner = cause } = cause as Error;
    const message = sentences[codeOf(inner)];
    throw message === undefined ? cause : new AppError('unavailable', message, { retryAfter, cause });
  }
}
