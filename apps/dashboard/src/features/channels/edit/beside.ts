import { errorsByPath } from '../../../api/errors.ts';

/** True if every message of a failure stands beside a field of the form, so that it needs no other place. */
export function isBeside(error: unknown, values: object): boolean {
  const paths = Object.keys(errorsByPath(error));
  return paths.length > 0 && paths.every((path) => isField(values, path.split('.')));
}

/** True if a path leads to a single value of a form. */
function isField(values: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return typeof values !== 'object';
  return typeof values === 'object' && values !== null && first in values && isField(Reflect.get(values, first), rest);
}
