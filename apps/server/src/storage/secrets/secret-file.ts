import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makePrivateFolder, sync } from '../files.ts';
import { dataFolder } from '../opening/data-folder.ts';

/** The content of the secret file. */
interface SecretFile {
  /** 256 random bits in base64url. */
  readonly keyPepper: string;
}

/**
 * Reads the pepper from the data folder's `secrets.json`, or creates the file with mode 0600. If several processes
 * start at the same time, one creates it and the others read it. Throws one sentence if the file is invalid.
 */
export async function readOrMakePepper(dataDir: string): Promise<string> {
  const { secrets } = dataFolder(dataDir);
  await makePrivateFolder(dataDir);
  const fresh: SecretFile = { keyPepper: randomBytes(32).toString('base64url') };
  return pepperIn(secrets, await readOrMake(secrets, `${JSON.stringify(fresh)}\n`));
}

/** Reads the pepper from `secrets.json`. Throws one sentence if the file is missing or invalid. */
export async function readPepper(dataDir: string): Promise<string> {
  const { secrets } = dataFolder(dataDir);
  const text = await readFile(secrets, 'utf8').catch(ignore('ENOENT'));
  if (text !== undefined) return pepperIn(secrets, text);
  throw new Error(
    `${secrets} is missing: restore it from a backup, or set PARLEY_KEY_PEPPER; without the key pepper no API ` +
      'key works.',
  );
}

function pepperIn(secrets: string, text: string): string {
  const content: unknown = parse(text);
  const pepper =
    typeof content === 'object' && content !== null && 'keyPepper' in content ? content.keyPepper : undefined;
  if (typeof pepper !== 'string' || pepper.length < 32) {
    throw new Error(
      `${secrets} holds no usable keyPepper: restore it from a backup; without the key pepper no API key works.`,
    );
  }
  return pepper;
}

/**
 * Returns the text of the file. If it is missing, creates it atomically and durably; if another process was faster,
 * returns that process's text.
 */
async function readOrMake(file: string, text: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(ignore('ENOENT'));
  if (known !== undefined) return known;
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await link(draft, file).catch(ignore('EEXIST'));
  } finally {
    await rm(draft, { force: true });
  }
  await sync(dirname(file));
  return readFile(file, 'utf8');
}

const ignore = (expected: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== expected) throw error;
  return undefined;
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller throws, with the name of the file.
    return undefined;
  }
}
