/** Finds a Python that has what the Python client and its tests need. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the tests import, beside the standard library. */
const MODULES = ['httpx', 'pytest', 'pytest_asyncio', 'mypy'];

/** Where a distribution's own Python is, whose packages `apt` installs. */
const DISTRIBUTION = ['/usr/bin', '/usr/local/bin'];

/** @type {string | undefined | null} null until it has been looked for */
let found = null;

/**
 * The first python3 that can import them all: `PARLEY_TEST_PYTHON`, those of the PATH, the distribution's own. The first
 * one on the PATH may be another one, without packages.
 * @returns {string | undefined} its path
 */
export function findPython() {
  if (found === null) found = candidates().find(hasModules);
  return found;
}

function candidates() {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...DISTRIBUTION];
  const named = process.env['PARLEY_TEST_PYTHON'];
  return [...new Set([...(named ? [named] : []), ...folders.map((folder) => join(folder, 'python3'))])];
}

/** @param {string} python */
function hasModules(python) {
  try {
    accessSync(python, constants.X_OK);
  } catch {
    return false;
  }
  const program = `import sys, ${MODULES.join(', ')}; sys.exit(sys.version_info < (3, 9))`;
  return spawnSync(python, ['-c', program], { stdio: 'ignore' }).status === 0;
}
