/** The Python client's wheel and sdist. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findPython } from '../python-interpreter.mjs';

const run = promisify(execFile);
const sources = resolve(import.meta.dirname, '../../python');

/**
 * Builds the wheel and the sdist into a folder, without a network. The same sources make the same bytes.
 * @param {string} into an existing folder
 * @returns {Promise<{ files: string[], missing?: string }>} the names of the files; `missing` gives the reason if
 *   there are no files
 */
export async function packPython(into) {
  if (!existsSync(join(sources, 'pyproject.toml'))) return { files: [], missing: 'there is no python/pyproject.toml.' };
  const python = findPython(['build', 'hatchling']);
  if (python === undefined) return { files: [], missing: 'no Python here has the packages build and hatchling.' };
  const fresh = await mkdtemp(join(tmpdir(), 'parley-wheel-'));
  try {
    // The requirements of an installation for development, which distributions leave out, aren't needed here.
    const options = ['--no-isolation', '--skip-dependency-check', '--outdir', fresh];
    await run(python, ['-m', 'build', ...options, sources], {
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
  }
}
