/**
 * `npm run pack`: builds everything again and packs it into `dist/packages`, with SHA-256 sums: the server, the
 * TypeScript client, the React package, and the Python client as a wheel and an sdist. The same sources make the same
 * bytes. Clients have the version that names their content (`pack/version.mjs`), and are those that servers offer.
 *
 *   npm run pack -- [--into FOLDER] [--only npm|python] [--stale]
 *
 * `--stale` builds only what is missing or older than its sources, as `npm start` does.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDashboard } from '../apps/dashboard/scripts/build.mjs';
import { buildServer } from '../apps/server/scripts/build.mjs';
import { buildStale } from '../apps/server/scripts/build-stale.mjs';
import { buildReact } from '../packages/react/scripts/build.mjs';
import { buildSdk } from '../packages/sdk/scripts/build.mjs';
import { buildWidget } from '../packages/widget/scripts/build.mjs';
import { buildWheel } from '../python/scripts/wheel.mjs';
import { copyOffered, copyWheel, packServer } from './pack/npm.mjs';
import { packSdist } from './pack/python.mjs';

const home = resolve(import.meta.dirname, '..');
const own = join(home, 'dist/packages');

const { values } = parseArgs({
  options: { into: { type: 'string', default: own }, only: { type: 'string' }, stale: { type: 'boolean' } },
});
const { into, only, stale } = values;
if (only !== undefined && only !== 'npm' && only !== 'python') {
  console.error(`--only takes npm or python, not ${only}.`);
  process.exit(2);
}
const folder = resolve(into);
if (folder === own) await rm(own, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const files = [...(only === 'python' ? [] : await npmPackages()), ...(only === 'npm' ? [] : await pythonPackages())];
const sums = await Promise.all(files.map(sumOf));
await writeFile(join(folder, 'SHA256SUMS'), sums.map(({ line }) => line).join(''));
for (const { file, bytes } of sums) {
  console.log(`${relative('', join(folder, file))} (${(bytes / 1e6).toFixed(2)} MB)`);
}

async function npmPackages() {
  if (stale) {
    await buildStale(true);
  } else {
    await buildServer();
    await buildDashboard();
    await buildWidget();
    await buildSdk();
    await buildReact();
    await buildWheel();
  }
  return [await packServer(folder), ...(await copyOffered(folder))];
}

/** The sdist needs tools that a machine for Node may not have, so without them it is left out. */
async function pythonPackages() {
  if (only === 'python') await buildWheel();
  const wheel = await copyWheel(folder);
  const { sdist, missing } = await packSdist(folder);
  if (missing === undefined) return [wheel, sdist];
  console.error(`The sdist of the Python client is left out: ${missing}`);
  if (only === 'python') process.exitCode = 1;
  return [wheel];
}

/** @param {string} file */
async function sumOf(file) {
  const content = await readFile(join(folder, file));
  const line = `${createHash('sha256').update(content).digest('hex')}  ${file}\n`;
  return { file, bytes: content.length, line };
}
