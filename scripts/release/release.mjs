/**
 * `npm run release -- VERSION`: makes a release of the checkout. It moves the unreleased entries of the changelog to
 * the version, writes the version everywhere, packs everything into `release/` with SHA-256 sums and a statement of
 * provenance, commits and tags. It pushes and publishes nothing: a pushed tag lets the workflow do that.
 *
 *   npm run release -- VERSION [--dry-run] [--key FILE]
 *
 * `--dry-run` prints what it would do, and writes nothing. `--key` signs the statement with an Ed25519 key (PEM).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RefusedRelease, release } from './steps.mjs';

const home = resolve(import.meta.dirname, '../..');

/**
 * The folders of the clients' builds, by the names of the packages.
 * @type {Record<string, { script: string, description: string }>}
 */
const clients = {
  '@parley/sdk': { script: 'packages/sdk/scripts/build.mjs', description: 'packages/sdk/dist/parley-sdk.json' },
  '@parley/react': { script: 'packages/react/scripts/build.mjs', description: 'packages/react/dist/parley-react.json' },
  parley: { script: 'python/scripts/wheel.mjs', description: 'python/dist/parley-python.json' },
};

/** @param {string[]} args */
const node = (...args) => execFileSync(process.execPath, args, { cwd: home, stdio: 'inherit' });

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, key: { type: 'string' } },
});
const [version, ...rest] = positionals;
if (version === undefined || rest.length > 0) {
  console.error('Usage: npm run release -- VERSION [--dry-run] [--key FILE]');
  process.exit(2);
}
try {
  release({
    home,
    version,
    isDry: values['dry-run'],
    key: values.key === undefined ? undefined : readFileSync(values.key, 'utf8'),
    now: () => new Date(),
    log: console.log,
    contents: () =>
      Object.fromEntries(
        Object.entries(clients).map(([name, { script, description }]) => {
          node(script);
          return [name, JSON.parse(readFileSync(join(home, description), 'utf8')).content];
        }),
      ),
    pack: (folder) => node('scripts/pack.mjs', '--into', folder),
  });
} catch (error) {
  if (!(error instanceof RefusedRelease)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
