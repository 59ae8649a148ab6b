/**
 * Builds what a start from a checkout needs and is missing or older than its sources: the server, and with `--offers`
 * the dashboard, the widget and the clients.
 *
 *   node apps/server/scripts/build-stale.mjs [--offers]
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A part that is built by itself.
 * @typedef {object} Part
 * @property {string} result the file that a build writes last
 * @property {string[]} sources files and folders; the first is missing in an installed package, which has nothing to build
 * @property {string} into the folder that a build writes in
 * @property {() => Promise<unknown>} build
 */

const self = fileURLToPath(import.meta.url);
const home = dirname(dirname(self));

/** Sources that the server, the dashboard and the widget bundle. */
const markdown = join(home, '../../packages/markdown/src');

/**
 * Builds what is stale in a process of its own, whose memory a server would keep for as long as it runs. Ends this one
 * with a sentence if that isn't possible.
 * @param {boolean} withOffers
 */
export function buildBeforeStart(withOffers) {
  if (!partsOf(withOffers).some(isStale)) return;
  const args = withOffers ? [self, '--offers'] : [self];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Builds the server, and what it offers, side by side, if they are stale. Ends the process like the other.
 * @param {boolean} withOffers
 */
export const buildStale = (withOffers) => endOnBuildFailure(partsOf(withOffers).filter(isStale).map(buildPart));

/** @param {boolean} withOffers */
const partsOf = (withOffers) => [serverPart(), ...(withOffers ? offeredParts() : [])];

/** @returns {Part} */
function serverPart() {
  const built = join(home, 'dist/main.js');
  return {
    result: built,
    sources: [...['src', 'scripts/build.mjs', 'package.json'].map((name) => join(home, name)), markdown],
    into: existsSync(dirname(built)) ? dirname(built) : home,
    build: async () => (await import('./build.mjs')).buildServer(),
  };
}

/**
 * The parts that a server offers.
 * @returns {Part[]}
 */
function offeredParts() {
  const dashboard = join(home, '../dashboard');
  const own = ['src', 'index.html', 'vite.config.ts', 'scripts/build.mjs', 'package.json'];
  const widget = join(home, '../../packages/widget');
  const packers = ['pack/package.mjs', 'pack/version.mjs', 'release/released.json'];
  const packer = packers.map((name) => join(home, '../../scripts', name));
  const compiled = ['src', 'tsconfig.build.json', 'package.json', 'README.md', 'api.md'];
  const sdk = join(home, '../../packages/sdk');
  const react = join(home, '../../packages/react');
  const python = join(home, '../../python');
  return [
    {
      result: join(dashboard, 'dist/index.html'),
      sources: [...own.map((name) => join(dashboard, name)), join(home, '../../packages/sdk/src'), markdown],
      into: dashboard,
      build: async () => (await import('../../dashboard/scripts/build.mjs')).buildDashboard(),
    },
    {
      result: join(widget, 'dist/chat.html'),
      sources: [...['src', 'scripts/build.mjs', 'package.json'].map((name) => join(widget, name)), markdown],
      into: widget,
      build: async () => (await import('../../../packages/widget/scripts/build.mjs')).buildWidget(),
    },
    {
      result: join(sdk, 'dist/parley-sdk.json'),
      sources: [...compiled.map((name) => join(sdk, name)), ...packer],
      into: sdk,
      build: async () => (await import('../../../packages/sdk/scripts/build.mjs')).buildSdk(),
    },
    {
      result: join(react, 'dist/parley-react.json'),
      sources: [...compiled.map((name) => join(react, name)), ...packer],
      into: react,
      build: async () => (await import('../../../packages/react/scripts/build.mjs')).buildReact(),
    },
    {
      result: join(python, 'dist/parley-python.json'),
      sources: [
        ...['src/parley', 'scripts/wheel.mjs', 'pyproject.toml', 'README.md'].map((name) => join(python, name)),
        ...packer,
      ],
      into: python,
      build: async () => (await import('../../../python/scripts/wheel.mjs')).buildWheel(),
    },
  ];
}

/**
 * True where there are sources, and something of them changed after the result was written.
 * @param {Part} part
 */
function isStale({ result, sources }) {
  if (!existsSync(sources[0] ?? '')) return false;
  const at = existsSync(result) ? statSync(result).mtimeMs : 0;
  return sources.some((source) => existsSync(source) && newest(source) > at);
}

/** @param {Part} part */
async function buildPart({ result, into, build }) {
  endWhereReadOnly(into, result);
  console.error('Building…');
  await build();
}

/**
 * Ends the process with a sentence where this user can't write what a build makes: a service's, for one, whose
 * installation belongs to somebody else.
 * @param {string} folder
 * @param {string} result
 */
function endWhereReadOnly(folder, result) {
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    console.error(
      `The build ${result} is missing or older than the sources, and this user can't write there: run npm run build ` +
        'as the owner of the installation, then start again.',
    );
    process.exit(1);
  }
}

/**
 * Waits for all builds, so that none is left half done. Then ends the process with a sentence if the sources of one do
 * not compile or the tools are not installed.
 * @param {Promise<unknown>[]} builds
 */
async function endOnBuildFailure(builds) {
  const failed = (await Promise.allSettled(builds)).find((result) => result.status === 'rejected');
  if (failed === undefined) return;
  const error = failed.reason;
  if (!(error instanceof Error)) throw error;
  const lacksTools = 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  // The compiler has printed what it found; its own error carries the same once more.
  if (!lacksTools && !('errors' in error)) throw error;
  console.error(
    lacksTools ? `The build needs the development dependencies: run npm ci. ${error.message}` : 'The build failed.',
  );
  process.exit(1);
}

/**
 * When anything at or under a path last changed, in milliseconds. Folders count too: a deleted file shows only there.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

if (process.argv[1] === self) await buildStale(process.argv.includes('--offers'));
