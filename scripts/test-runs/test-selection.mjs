/** Which test files and tests a command runs: `npm test`, `npm run test:all` or `npm run test:pure`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @typedef {'usual' | 'all' | 'pure'} Level */

/**
 * The tags of tests. A file has one by a comment above its imports (`// @module-tag pure`), a single test by its
 * options (`{ tags: 'nightly' }`).
 */
export const tags = [
  { name: 'pure', description: 'Needs no database, process or browser.' },
  { name: 'sql', description: 'Runs on each engine, because their dialects can differ.' },
  { name: 'nightly', description: 'Runs in `npm run test:all` only.' },
];

const named = process.env['PARLEY_TESTS'] ?? 'usual';
if (named !== 'usual' && named !== 'all' && named !== 'pure') throw new Error(`PARLEY_TESTS is ${named}.`);

/** The level of tests that this process runs. @type {Level} */
export const level = named;

/** Tests that this level leaves out, besides files. */
export const tagsFilter = level === 'all' ? [] : ['!nightly'];

const repository = join(import.meta.dirname, '../..');

/** The folder of tests whose pure files run with the others, except in `npm run test:pure`. */
const ownPure = join(repository, 'apps/server/');

/** True if a file runs in the project of all pure ones. @param {string} file */
const isApart = (file) => tagsOf(file).includes('pure') && (level === 'pure' || !file.startsWith(ownPure));

/**
 * The `include` of a project: its files of this level, but for those that run in the project of pure ones.
 * @param {string} root the project's folder
 * @param {readonly string[]} folders the folders that have tests, relative to it
 * @returns {string[]}
 */
export function testsIn(root, folders) {
  if (level === 'pure') return [];
  return testFiles(root, folders)
    .filter((file) => runsNow(tagsOf(file)) && !isApart(file))
    .map((file) => relative(root, file));
}

/** The files of the project of pure ones, relative to the root of the repository. */
export function pureTests() {
  return testFiles(repository, ['apps', 'packages', 'python', 'docs', 'scripts', 'bench'])
    .filter(isApart)
    .map((file) => relative(repository, file));
}

/** @param {readonly string[]} its */
const runsNow = (its) => level === 'all' || !its.includes('nightly');

/** @type {Map<string, string[]>} */
const known = new Map();

/**
 * The tags in a file's comments, read as vitest reads them.
 * @param {string} file
 */
export function tagsOf(file) {
  const found =
    known.get(file) ??
    [...readFileSync(file, 'utf8').matchAll(/(?:\/\/|\*)\s*@module-tag\s+([\w\-/]+)\b/g)].map(([, tag = '']) => tag);
  known.set(file, found);
  return found;
}

/**
 * Every test file in some folders, as absolute paths.
 * @param {string} root
 * @param {readonly string[]} folders
 * @returns {string[]}
 */
export function testFiles(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return entry.name === 'node_modules' || entry.name === 'dist' ? [] : testFiles(root, [path]);
      return /\.test\.(?:ts|mjs)$/.test(entry.name) ? [join(root, path)] : [];
    }),
  );
}
