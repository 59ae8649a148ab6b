// @module-tag pure

import { expect, it } from 'vitest';
import { newInput, parseSchema, rowsOf, rowsProblem, schemaOf } from './inputs.ts';

const row = (fields: object) => ({ ...newInput(), ...fields });

it('reads the rows that it wrote', () => {
  const rows = [
    row({ name: 'number', description: 'Of the order.' }),
    row({ name: 'dryRun', type: 'boolean', required: false, place: 'query' }),
  ];
  const schema = schemaOf(rows);
  expect(schema).toEqual({
    type: 'object',
    properties: { number: { type: 'string', description: 'Of the order.' }, dryRun: { type: 'boolean' } },
    required: ['number'],
    additionalProperties: false,
  });
  const read = rowsOf(schema, { dryRun: 'query' });
  expect(read?.map(({ key: _, ...fields }) => fields)).toEqual(rows.map(({ key: _, ...fields }) => fields));
  expect(schemaOf([])).toBeNull();
  expect(rowsOf(null)).toEqual([]);
});

it('leaves a schema that says more to its JSON', () => {
  const object = (properties: object, more = {}) =>
    rowsOf({ type: 'object', properties, additionalProperties: false, ...more });
  expect(object({ a: { type: 'string', enum: ['x'] } })).toBeUndefined();
  expect(object({ a: { type: 'array', items: {} } })).toBeUndefined();
  expect(object({ a: true })).toBeUndefined();
  expect(object({}, { additionalProperties: true })).toBeUndefined();
  expect(object({}, { $defs: {} })).toBeUndefined();
  expect(rowsOf({ type: 'object', properties: {} })).toBeUndefined();
  expect(rowsOf({ type: 'string' })).toBeUndefined();
});

it('says what is wrong', () => {
  expect(parseSchema('')).toBeNull();
  expect(parseSchema('{"type":"object"}')).toEqual({ type: 'object' });
  expect(parseSchema('[]')).toBe('Enter a JSON object.');
  expect(parseSchema('{')).toMatch(/^This is no JSON: /);
  expect(rowsProblem([row({ name: ' ' })])).toBe('Each input needs a name.');
  expect(rowsProblem([row({ name: 'a' }), row({ name: 'a ' })])).toBe('Two inputs have the name a.');
  expect(rowsProblem([row({ name: 'a' })])).toBeUndefined();
});
