/**
 * Checks that each package-lock.json works for a clean install on another machine. It must have no download addresses: the
 * machine's own registry serves a package, and the integrity hash verifies the bytes. It must have an entry for the
 * package of every platform, not only of the one that wrote the file.
 */
import { existsSync, readFileSync } from 'node:fs';

/** The lock files of the repository, and of the packages that `scripts/with-tools.mjs` installs. */
const files = ['package-lock.json', 'scripts/checks/package-lock.json', 'bench/package-lock.json'];

const problems = files.filter((file) => existsSync(file)).flatMap(problemsOf);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * @typedef {Record<string, { resolved?: string, link?: boolean, optionalDependencies?: Record<string, string> }>} Packages
 * @param {string} file
 */
function problemsOf(file) {
  /** @type {{ packages: Packages }} */
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(entry.resolved !== undefined && entry.link !== true ? [`${file}: ${path} names its download address`] : []),
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${file}: ${path} lacks its optional dependency ${name}: npm ci refuses that`),
  ]);
}

/**
 * True if the lockfile has the package in a place where Node finds it from a path: beside it or in a folder above.
 * @param {Packages} packages
 * @param {string} path
 * @param {string} name
 * @returns {boolean}
 */
function isLocked(packages, path, name) {
  const folder = path === '' ? '' : `${path}/`;
  if (`${folder}node_modules/${name}` in packages) return true;
  if (path === '') return false;
  const above = path.lastIndexOf('/node_modules/');
  return isLocked(packages, above === -1 ? '' : path.slice(0, above), name);
}
