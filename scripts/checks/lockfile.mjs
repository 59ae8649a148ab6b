/**
 * Checks that package-lock.json works for a clean install on another machine. It must have no download addresses: the
 * machine's own registry serves a package, and the integrity hash verifies the bytes. It must have an entry for the
 * package of every platform, not only of the one that wrote the file.
 */
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ resolved?: string, link?: boolean, optionalDependencies?: Record<string, string> }} Entry
 * @type {{ packages: Record<string, Entry> }}
 */
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

const problems = Object.entries(packages).flatMap(([path, entry]) => [
  ...(entry.resolved !== undefined && entry.link !== true ? [`${path} names its download address`] : []),
  ...Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !isLocked(path, name))
    .map((name) => `${path} lacks its optional dependency ${name}: npm ci refuses that`),
]);
for (const problem of problems) console.error(`package-lock.json: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * True if the lockfile has the package in a place where Node finds it from a path: beside it or in a folder above.
 * @param {string} path
 * @param {string} name
 * @returns {boolean}
 */
function isLocked(path, name) {
  const folder = path === '' ? '' : `${path}/`;
  if (`${folder}node_modules/${name}` in packages) return true;
  if (path === '') return false;
  const above = path.lastIndexOf('/node_modules/');
  return isLocked(above === -1 ? '' : path.slice(0, above), name);
}
