import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder, publish } from '../../../storage/files.ts';

/** Max packages of one client that stay served. */
export const maxKept = 10;

/** Age in ms after which an unfinished file counts as left behind by a killed process. */
const leftBehindAge = 60 * 60_000;

/** The package of a client as a file. */
export interface ClientFile {
  /** The name of the file, which has the version and no separator of folders. */
  readonly file: string;
  readonly content: Buffer;
}

/** The packages of one client that were served from a data folder, in a folder of their own. */
export interface KeptClients {
  /** Stores the current package, and removes the oldest ones beyond `maxKept`. Rejects if the disk refuses it. */
  keep(current: ClientFile): Promise<void>;
  /** The names of the kept files, the last one that became current first; none if the folder can't be read. */
  names(): Promise<readonly string[]>;
  /** The content of a kept file; undefined if it doesn't exist. */
  read(file: string): Promise<Buffer | undefined>;
}

/**
 * Keeps the packages of one client over upgrades. Processes may share the folder: a file appears complete or not at
 * all, and its bytes never change under its name. The time of a file is the last start that served it as the current
 * one.
 *
 * @param named matches the names of this client's files
 */
export function keptClients(folder: string, named: RegExp): KeptClients {
  const names = async () => {
    const found = (await readdir(folder).catch(() => [])).filter((name) => named.test(name));
    const timed = await Promise.all(found.map(async (name) => ({ name, time: await timeOf(join(folder, name)) })));
    return timed
      .filter(({ time }) => time > 0)
      .sort((one, other) => other.time - one.time || (one.name < other.name ? -1 : 1))
      .map(({ name }) => name);
  };
  return {
    keep: async ({ file, content }) => {
      await makePrivateFolder(folder);
      await removeLeftBehind(folder);
      const place = join(folder, file);
      const known = await readFile(place).catch(() => undefined);
      if (known?.equals(content) !== true) await write(place, content);
      const now = new Date();
      await utimes(place, now, now);
      const others = (await names()).filter((name) => name !== file);
      await Promise.all(others.slice(maxKept - 1).map((name) => rm(join(folder, name), { force: true })));
    },
    names,
    read: async (file) => (named.test(file) ? readFile(join(folder, file)).catch(absent) : undefined),
  };
}

/** Writes a file under a name of its own first, so that no other process reads a part of it. */
async function write(place: string, content: Buffer): Promise<void> {
  const unfinished = `${place}.${randomUUID()}.tmp`;
  try {
    await writeFile(unfinished, content, { mode: 0o600, flag: 'wx' });
    await publish(unfinished, place);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Removes what processes wrote that were killed meanwhile; a younger file may belong to one that still writes. */
async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.tmp'))) {
    const time = await timeOf(join(folder, name));
    if (time > 0 && Date.now() - time > leftBehindAge) await rm(join(folder, name), { force: true });
  }
}

/** The time of a file in ms since 1970; 0 if another process has removed it. */
const timeOf = async (file: string) => (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
};
