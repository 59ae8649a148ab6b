/**
 * The versions of packed clients. A package has its release's version only if its content is the released one; any
 * other content has a development version, which names the content. So a version differs whenever the bytes do, from
 * any checkout, with or without git.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The content of the last release, as `npm run release` writes it into `scripts/release/released.json`.
 * @typedef {object} Released
 * @property {string | null} version null before the first release
 * @property {Record<string, string>} content the hash of each client's content, by the name of the package
 */

/** The record of the last release, relative to this folder. */
export const releasedFile = new URL('../release/released.json', import.meta.url);

/** @returns {Released} */
export const readReleased = () => JSON.parse(readFileSync(releasedFile, 'utf8'));

/**
 * The hash of a package's content, made with the version of the sources in every place of the version. It begins with a
 * letter: an identifier of digits alone must not begin with zero (SemVer 2.0, section 9), and is a number to pip.
 * @param {Uint8Array} bytes
 */
export const contentHash = (bytes) => `h${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;

/**
 * The version of a packed client, for npm and for pip. A development version sorts before the release that it leads to:
 * 0.1.0-dev.h… before 0.1.0, which isn't released, and 0.1.1-dev.h… after 0.1.0, which is.
 *
 *   npm  0.1.0-dev.h1a2b3c4d5e6f
 *   pip  0.1.0.dev0+h1a2b3c4d5e6f (PEP 440 has no other place for a hash than the local version)
 *
 * @param {{ name: string, base: string, content: string, released?: Released }} build `base` is the version of the
 *   sources: the last release's, or before the first one that which is planned
 */
export function packedVersion({ name, base, content, released = readReleased() }) {
  if (released.version !== base) return development(base, content);
  if (released.content[name] === content) return { npm: base, pip: base };
  const [major, minor, patch] = base.split('.');
  return development(`${major}.${minor}.${Number(patch) + 1}`, content);
}

/**
 * @param {string} next
 * @param {string} content
 */
const development = (next, content) => ({ npm: `${next}-dev.${content}`, pip: `${next}.dev0+${content}` });
