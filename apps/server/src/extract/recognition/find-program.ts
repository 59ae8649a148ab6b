import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/**
 * Finds a program by its path, or by its name in the folders of `path`. Returns its real path and the one that it was
 * found by, or undefined if no such file may be executed.
 */
export function findProgram(name: string, path: string): { readonly found: string; readonly real: string } | undefined {
  const places = name.includes('/')
    ? [resolve(name)]
    : path.split(delimiter).flatMap((folder) => (folder === '' ? [] : [join(folder, name)]));
  const found = places.find(isExecutable);
  return found === undefined ? undefined : { found, real: realpathSync(found) };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
