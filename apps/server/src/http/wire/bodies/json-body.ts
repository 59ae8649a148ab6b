import { AppError, invalid } from '../../../errors.ts';
import { wrongPlace } from './json-place.ts';

/** Max nesting depth of a body. */
export const maxDepth = 32;

/** Max number of values (objects, arrays, strings, numbers …) in a body. */
export const maxNodes = 10_000;

/** Member names that could change an object's prototype when values are copied. */
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body (RFC 8259) strictly. Throws `invalid_json` for invalid UTF-8 or syntax, nesting over `maxDepth`,
 * more than `maxNodes` values or a forbidden name. Throws `validation_failed` for text or numbers that the database
 * can't store.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new AppError('invalid_json', 'The request body is required.');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new AppError('invalid_json', 'The request body is not valid UTF-8.', { cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const { line, column } = wrongPlace(text);
    const place = `line ${line}, column ${column}`;
    throw new AppError('invalid_json', `The request body is not valid JSON: see ${place}.`, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid_json', 'The request body must be a JSON object.');
  }
  inspect(value);
  return value;
}

interface Place {
  readonly value: object;
  readonly path: string;
  readonly depth: number;
}

/** Checks the value without recursion: a hostile body must not exhaust the stack. */
function inspect(root: object): void {
  const queue: Place[] = [{ value: root, path: '', depth: 1 }];
  let nodes = 1;
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    // Count before `Object.entries`: a body of 1 MiB may hold half a million values.
    nodes += Array.isArray(place.value) ? place.value.length : Object.keys(place.value).length;
    if (nodes > maxNodes) throw new AppError('invalid_json', `The request body holds more than ${maxNodes} values.`);
    for (const [name, value] of Object.entries(place.value)) {
      checkName(name);
      const path = place.path === '' ? name : `${place.path}.${name}`;
      if (typeof value === 'object' && value !== null) queue.push(below(place, { value, path }));
      else checkScalar(value, path);
    }
  }
}

function below({ depth }: Place, inner: Pick<Place, 'value' | 'path'>): Place {
  if (depth >= maxDepth) {
    throw new AppError('invalid_json', `The request body is nested more than ${maxDepth} levels deep.`);
  }
  return { ...inner, depth: depth + 1 };
}

function checkName(name: string): void {
  if (forbiddenNames.has(name)) throw new AppError('invalid_json', `The request body has a forbidden name: ${name}.`);
  if (!name.isWellFormed()) throw new AppError('invalid_json', 'The request body is not valid Unicode.');
}

/** Throws `validation_failed` for text or a number that the database can't store. */
export function checkScalar(value: unknown, path: string): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw invalid([{ path, message: 'must be a finite number' }]);
  }
  if (typeof value !== 'string') return;
  if (value.includes('\u0000')) throw invalid([{ path, message: 'must not contain the NUL character' }]);
  if (!value.isWellFormed()) throw invalid([{ path, message: 'must be valid Unicode' }]);
}
