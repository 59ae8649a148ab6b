/**
 * Runs a program with the packages of a folder, which it installs first if they are missing or older than the lock file:
 *
 *   node scripts/with-tools.mjs scripts/checks biome check --write
 *
 * `scripts/checks` has the tools of `npm run check`, `bench` the libraries that `npm run bench` compares with. A start of the
 * service needs neither, so `npm ci` leaves them out.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const home = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs the packages of a folder unless those of its lock file are there. Throws if npm fails.
 * @param {'scripts/checks' | 'bench'} name
 */
export function installTools(name) {
  const folder = join(home, name);
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  // npm removes the file with the folder, so an install that was interrupted doesn't count.
  const note = join(folder, 'node_modules/.parley-lock');
  if (existsSync(note) && readFileSync(note, 'utf8') === hash) return;
  console.error(`Installing the packages of ${name}…`);
  // On Windows npm is a script, which needs a shell.
  const shell = process.platform === 'win32';
  execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell });
  writeFileSync(note, hash);
}

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
  const [folder, program = '', ...args] = process.argv.slice(2);
  if (folder !== 'scripts/checks' && folder !== 'bench')
    throw new Error('Name the folder first: scripts/checks or bench.');
  installTools(folder);
  const { status } = spawnSync(pathOf(folder, program), args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
