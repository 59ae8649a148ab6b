/** The Python client's sdist, and hatchling's wheel, with which a test compares ours. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { packWheel, readVersion, versionModule, withVersion } from '../../python/scripts/wheel.mjs';
import { findPython } from '../python-interpreter.mjs';

const run = promisify(execFile);
const sources = resolve(import.meta.dirname, '../../python');

/**
 * Builds the sdist and hatchling's wheel into a folder, without a network, with the version of the wheel that a server
 * offers. The same sources make the same bytes.
 * @param {string} into an existing folder
 * @returns {Promise<{ files: string[], missing?: string }>} the names of the files; `missing` gives the reason if
 *   there are no files
 */
export async function packPython(into) {
  if (!existsSync(join(sources, 'pyproject.toml'))) return { files: [], missing: 'there is no python/pyproject.toml.' };
  const python = findPython(['build', 'hatchling']);
  if (python === undefined) return { files: [], missing: 'no Python here has the packages build and hatchling.' };
  const fresh = await mkdtemp(join(tmpdir(), 'parley-wheel-'));
  const stage = await mkdtemp(join(tmpdir(), 'parley-python-'));
  try {
    // The requirements of an installation for development, which distributions leave out, aren't needed here.
    const options = ['--no-isolation', '--skip-dependency-check', '--outdir', fresh];
    await run(python, ['-m', 'build', ...options, await stageSources(stage)], {
      // hatchling writes this time, 1 January 2020, into the archives instead of that of the files.
      env: { ...process.env, SOURCE_DATE_EPOCH: '1577836800', PYTHONDONTWRITEBYTECODE: '1' },
    }).catch((error) => {
      // The build prints what is wrong on standard output, too.
      throw new Error(`The Python client can't be built: ${error.stdout}${error.stderr}`);
    });
    const files = (await readdir(fresh)).sort();
    for (const file of files) await cp(join(fresh, file), join(into, file));
    return { files };
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(stage, { recursive: true, force: true });
  }
}

/**
 * Builds the sdist into a folder. The wheel of a release is the one that servers offer, so hatchling's is dropped.
 * @param {string} into an existing folder
 * @returns {Promise<{ sdist: string, missing?: undefined } | { sdist?: undefined, missing: string }>} the name of the
 *   file, or the reason for its absence
 */
export async function packSdist(into) {
  const fresh = await mkdtemp(join(tmpdir(), 'parley-sdist-'));
  try {
    const { files, missing } = await packPython(fresh);
    const sdist = files.find((file) => file.endsWith('.tar.gz'));
    if (sdist === undefined) return { missing: missing ?? 'hatchling made none.' };
    await cp(join(fresh, sdist), join(into, sdist));
    return { sdist };
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * Copies what hatchling reads, with the version of the wheel that a server offers.
 * @param {string} stage an empty folder
 */
async function stageSources(stage) {
  const [base, { version }] = [await readVersion(), await packWheel(stage)];
  const into = join(stage, 'sources');
  for (const name of ['pyproject.toml', 'README.md', 'LICENSE', 'api.md', 'src']) {
    const filter = (/** @type {string} */ path) => !path.endsWith('__pycache__');
    await cp(join(sources, name), join(into, name), { recursive: true, filter });
  }
  const module = join(into, 'src', versionModule);
  await writeFile(module, withVersion(await readFile(module, 'utf8'), { base, version }));
  return into;
}
