import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the first program with one of these names in the PATH; undefined if the PATH has no such program. */
export function installed(...names: string[]): string | undefined {
  const paths = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
