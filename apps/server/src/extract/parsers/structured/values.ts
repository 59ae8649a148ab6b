import { SourceFailure } from '../../document.ts';
import { limits } from '../../limits.ts';
import { createRowTexts } from '../sheets/row-texts.ts';
import type { TextBuilder } from '../text-builder.ts';

/** Max levels of values within values. */
const maxDepth = 500;

type Fields = readonly (readonly [path: string, text: string])[];

/**
 * Adds a value of JSON: each object of an array is a row `path: value; …`, and so are the fields of an object. Objects
 * within objects have paths such as `address.city`. An array of arrays is a table.
 */
export function addValue(value: unknown, builder: TextBuilder, path = ''): void {
  if (depthOf(path) > maxDepth) throw new SourceFailure('too_complex');
  if (Array.isArray(value)) addArray(value, builder, path);
  else if (isObject(value)) {
    const entries = Object.entries(value);
    const flat = entries.filter(([, inner]) => !isLarge(inner));
    addRow(
      flat.flatMap(([name, inner]) => fieldsOf(inner, joined(path, name))),
      builder,
    );
    for (const [name, inner] of entries) if (isLarge(inner)) addValue(inner, builder, joined(path, name));
  } else addRow(fieldsOf(value, path), builder);
}

function addArray(values: readonly unknown[], builder: TextBuilder, path: string): void {
  if (values.length > limits.rows) throw new SourceFailure('too_large');
  if (path !== '') builder.block(`${path}:`);
  if (values.every(Array.isArray)) {
    const rows = createRowTexts((row) => builder.block(row), 'file');
    for (const row of values as readonly unknown[][])
      rows.add(
        row.map((cell) =>
          fieldsOf(cell, '')
            .map(([, text]) => text)
            .join(', '),
        ),
      );
    rows.end();
    return;
  }
  for (const value of values) {
    if (isObject(value)) addValue(value, builder);
    else addRow(fieldsOf(value, ''), builder);
  }
}

/** True if a value has rows of its own: an array of objects or arrays, or an object with one. */
const isLarge = (value: unknown, depth = 0): boolean => {
  if (depth > maxDepth) throw new SourceFailure('too_complex');
  if (Array.isArray(value)) return value.some((inner) => isObject(inner) || Array.isArray(inner));
  return isObject(value) && Object.values(value).some((inner) => isLarge(inner, depth + 1));
};

/** The texts of a value by their paths; what is null or empty has none. */
function fieldsOf(value: unknown, path: string, depth = 0): Fields {
  if (depth > maxDepth) throw new SourceFailure('too_complex');
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) {
    const texts = value.flatMap((inner) => fieldsOf(inner, '', depth + 1).map(([, text]) => text));
    return texts.length === 0 ? [] : [[path, texts.join(', ')]];
  }
  if (!isObject(value)) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, joined(path, name), depth + 1));
}

function addRow(fields: Fields, builder: TextBuilder): void {
  builder.block(fields.map(([path, text]) => (path === '' ? text : `${path}: ${text}`)).join('; '));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const depthOf = (path: string): number => (path === '' ? 0 : path.split('.').length);
