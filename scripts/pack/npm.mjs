/** The packages for npm, made of the built files. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { native } from '../../apps/server/scripts/build.mjs';
import { noticesOf } from './notices.mjs';

const run = promisify(execFile);
const home = resolve(import.meta.dirname, '../..');
const server = join(home, 'apps/server');
const dashboard = join(home, 'apps/dashboard/dist');
const widget = join(home, 'packages/widget/dist');
const sdk = join(home, 'packages/sdk/dist');
const react = join(home, 'packages/react/dist');
const python = join(home, 'python/dist');

/**
 * Packs the built server with the built dashboard, clients and React package: everything is bundled but the packages with native parts.
 * @param {string} into an existing folder
 * @returns {Promise<string>} the name of the tarball
 */
export async function packServer(into) {
  const stage = await mkdtemp(join(tmpdir(), 'parley-pack-'));
  try {
    await stageServer(stage);
    return await pack(stage, into);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** @param {string} stage */
async function stageServer(stage) {
  await cp(join(home, 'LICENSE'), join(stage, 'LICENSE'));
  await cp(join(server, 'README.md'), join(stage, 'README.md'));
  await cp(join(server, 'bin'), join(stage, 'bin'), { recursive: true });
  const dist = join(stage, 'dist');
  // Neither a build that is under way, nor files that only the notices need, nor what Node has compiled.
  const wanted = (/** @type {string} */ path) => !/\.building-|\.compile-cache|\.packages\.json$/.test(path);
  await cp(join(server, 'dist'), dist, { recursive: true, filter: wanted });
  await cp(dashboard, join(dist, 'dashboard'), { recursive: true, filter: (path) => !path.endsWith('.vite') });
  await cp(widget, join(dist, 'widget'), { recursive: true, filter: wanted });
  for (const [name, folder] of Object.entries({ sdk, react })) {
    const isPacked = (/** @type {string} */ path) => path === folder || /\bparley-(?:sdk|react)[^/]*$/.test(path);
    await cp(folder, join(dist, name), { recursive: true, filter: isPacked });
  }
  await cp(python, join(dist, 'python'), { recursive: true });
  await writeFile(join(stage, 'THIRD-PARTY-NOTICES'), await noticesOf({ home, server, dashboard, widget }));
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
}

/** The package.json of the server's package. */
async function manifest() {
  const { name, version, type, bin, dependencies } = JSON.parse(await readFile(join(server, 'package.json'), 'utf8'));
  const { description, license, engines } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const kept = Object.fromEntries(native.map((each) => [each, dependencies[each]]));
  return { name, version, description, license, type, bin, engines, dependencies: kept };
}

/**
 * Copies the packed client and React package, so that they are byte for byte those that servers offer.
 * @param {string} into an existing folder
 * @returns {Promise<string[]>} the names of the tarballs
 */
export const copyOffered = (into) =>
  Promise.all([copyDescribed(sdk, 'parley-sdk.json', into), copyDescribed(react, 'parley-react.json', into)]);

/**
 * Copies the wheel that servers offer.
 * @param {string} into an existing folder
 * @returns {Promise<string>} its name
 */
export const copyWheel = (into) => copyDescribed(python, 'parley-python.json', into);

/**
 * @param {string} folder of a build
 * @param {string} description the name of its description
 * @param {string} into
 * @returns {Promise<string>}
 */
async function copyDescribed(folder, description, into) {
  const { file } = JSON.parse(await readFile(join(folder, description), 'utf8'));
  await cp(join(folder, file), join(into, file));
  return file;
}

/**
 * Packs folders with npm, which sets all times and modes, so that the same files make the same bytes.
 * @param {string} folder
 * @param {string} into
 * @returns {Promise<string>} the name of the tarball
 */
async function pack(folder, into) {
  const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', into];
  // On Windows npm is a script, which needs a shell.
  const { stdout } = await run('npm', packing, { cwd: folder, shell: process.platform === 'win32' });
  return stdout.trim();
}
