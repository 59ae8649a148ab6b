/** Finds a Python that has the packages that something needs. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Modules that the tests of the Python client import, beside the standard library. */
export const testModules = ['httpx', 'pytest', 'pytest_asyncio', 'mypy'];

/**
 * Modules that an environment needs for an installation of the client; `ensurepip` is a package of its own on Debian.
 */
export const installModules = ['httpx', 'venv', 'ensurepip'];

/** Folders of a distribution's own Python, whose packages `apt` installs. */
const distribution = ['/usr/bin', '/usr/local/bin'];

/** @type {Map<string, string | undefined>} what was found, by the modules */
const found = new Map();

/**
 * The first python3 that can import some modules: `PARLEY_TEST_PYTHON`, those of the PATH, the distribution's own. The
 * first one on the PATH may be another one, without packages.
 * @param {readonly string[]} modules
 * @returns {string | undefined} its path
 */
export function findPython(modules) {
  const key = modules.join(', ');
  if (!found.has(key))
    found.set(
      key,
      candidates().find((python) => hasModules(python, key)),
    );
  return found.get(key);
}

function candidates() {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...distribution];
  const named = process.env['PARLEY_TEST_PYTHON'];
  return [...new Set([...(named ? [named] : []), ...folders.map((folder) => join(folder, 'python3'))])];
}

/**
 * @param {string} python
 * @param {string} modules separated by commas
 */
function hasModules(python, modules) {
  try {
    accessSync(python, constants.X_OK);
  } catch {
    return false;
  }
  const program = `import sys, ${modules}; sys.exit(sys.version_info < (3, 9))`;
  // In the root folder, so that no folder here is taken for a module.
  return spawnSync(python, ['-c', program], { cwd: '/', stdio: 'ignore' }).status === 0;
}
