/**
 * Runs a program with the packages of a folder, which it installs first if they are missing or older than the lock file:
 *
 *   node scripts/with-tools.mjs scripts/checks biome check --write
 *
 * `.` has the development dependencies of all workspaces, `scripts/checks` the tools of `npm run check`, and `bench` the
 * libraries that `npm run bench` compares with. A start of the service needs none of them, so `npm ci` leaves them out.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const home = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folders with packages, and the arguments of the npm command that adds the missing ones. */
const installs = {
  // Keeps the packages that `npm ci` has installed.
  '.': ['install', '--include=dev', '--no-save'],
  'scripts/checks': ['ci'],
  bench: ['ci'],
};

/** @typedef {keyof typeof installs} Folder */

/**
 * Installs the packages of folders unless those of their lock files are there. Throws if npm fails.
 * @param {Folder[]} folders
 */
export function installTools(...folders) {
  for (const folder of folders) {
    const cwd = join(home, folder);
    if (isInstalled(cwd)) continue;
    console.error(`Installing the packages of ${folder === '.' ? 'the tests' : folder}…`);
    // On Windows npm is a script, which needs a shell.
    const shell = process.platform === 'win32';
    execFileSync('npm', [...installs[folder], '--silent'], { cwd, stdio: ['ignore', 'ignore', 'inherit'], shell });
  }
}

/**
 * True if npm has installed every package of a folder's lock file, except optional ones of other platforms.
 * @param {string} folder
 */
function isInstalled(folder) {
  // npm writes this list when an installation is complete, and removes it with the folder.
  const list = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const [wanted, there] = [join(folder, 'package-lock.json'), list].map(packagesIn);
  return Object.entries(wanted ?? {}).every(
    ([path, { version, optional }]) =>
      optional === true || !path.includes('node_modules/') || there?.[path]?.version === version,
  );
}

/**
 * @param {string} lock
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
const packagesIn = (lock) => JSON.parse(readFileSync(lock, 'utf8')).packages;

/**
 * Returns the path of a program of a folder's packages, else of the repository's.
 * @param {string} folder
 * @param {string} program
 */
function pathOf(folder, program) {
  const paths = [folder, '.'].map((each) => join(home, each, 'node_modules/.bin', program));
  return paths.find(existsSync) ?? program;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder = '', program = '', ...args] = process.argv.slice(2);
  if (!isFolder(folder)) throw new Error(`Name the folder first: ${Object.keys(installs).join(', ')}.`);
  installTools(...(folder === 'bench' ? /** @type {const} */ (['.', folder]) : [folder]));
  const { status } = spawnSync(pathOf(folder, program), args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}

/**
 * @param {string} name
 * @returns {name is Folder}
 */
function isFolder(name) {
  return Object.hasOwn(installs, name);
}
