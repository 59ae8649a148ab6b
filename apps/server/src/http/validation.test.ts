// @module-tag pure

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type TSchema, Type } from 'typebox';
import { expect, test } from 'vitest';
import type { AppError } from '../errors.ts';
import { createValidation } from './validation.ts';

const validation = createValidation();

/** Returns the error of a value in the given part of a request; undefined if it is valid. */
function failureOf(
  schema: TSchema,
  value: unknown,
  part: 'body' | 'querystring' | 'params' = 'body',
): AppError | undefined {
  const validate = validation.compile(schema, part) as ((value: unknown) => unknown) & { errors?: unknown };
  const outcome = validate(value);
  if (outcome === true) return undefined;
  const { error } = (outcome === false ? { error: validate.errors } : outcome) as { error: unknown };
  return Array.isArray(error) ? validation.failure(error, part) : (error as AppError);
}

const sentence = (schema: TSchema, value: unknown) => failureOf(Type.Object({ x: schema }), { x: value })?.message;

test.each([
  [Type.String(), 7, 'x must be a string.'],
  [Type.String(), null, 'x must be a string.'],
  [Type.Number(), '0.5', 'x must be a number.'],
  [Type.Integer(), 1.5, 'x must be a whole number.'],
  [Type.Boolean(), 'true', 'x must be true or false.'],
  [Type.Array(Type.String()), {}, 'x must be an array.'],
  [Type.Object({}), [], 'x must be an object.'],
  [Type.Number({ minimum: 0, maximum: 1 }), 1.1, 'x must be between 0 and 1.'],
  [Type.Number({ minimum: 2 }), 1, 'x must be at least 2.'],
  [Type.Number({ maximum: 1000 }), 1001, 'x must be at most 1,000.'],
  [Type.String({ minLength: 1 }), '', 'x must not be empty.'],
  [Type.String({ minLength: 3 }), 'ab', 'x must have at least 3 characters.'],
  [Type.String({ maxLength: 2000 }), 'a'.repeat(2001), 'x must have at most 2,000 characters.'],
  [Type.Array(Type.String(), { minItems: 1 }), [], 'x must not be empty.'],
  [Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b'], 'x must have at most 1 items.'],
  [Type.Array(Type.String(), { uniqueItems: true }), ['a', 'a'], 'x must not name the same thing twice.'],
  [Type.Array(Type.String()), ['a', 7], 'x.1 must be a string.'],
  [Type.String({ enum: ['a', 'b'] }), 'c', 'x must be one of a, b.'],
  [Type.Literal('a'), 'b', 'x must be a.'],
  [Type.String({ format: 'email' }), 'nobody', 'x must be a valid email.'],
  [Type.String({ format: 'date-time' }), '2026-13-01T00:00:00Z', 'x must be an ISO 8601 time with its zone.'],
  [Type.Record(Type.String(), Type.Unknown(), { maxProperties: 1 }), { a: 1, b: 2 }, 'x must have at most 1 keys.'],
  [Type.String({ pattern: '^a$', 'x-message': 'must be an a' }), 'b', 'x must be an a.'],
])('%j refuses %j: %s', (schema, value, expected) => {
  expect(sentence(schema, value)).toBe(expected);
});

test.each(['a@b.c', 'a+b@example.com', 'ü@example.com', "o'hara@sub.example.co"])('%s is an email', (email) => {
  expect(sentence(Type.String({ format: 'email' }), email)).toBeUndefined();
});

test.each(['', 'a', 'a@b', '@b.c', 'a@', 'a@@b.c', 'a b@c.d', 'a@b.', 'a@b.c.'])('%j is not an email', (email) => {
  expect(sentence(Type.String({ format: 'email' }), email)).toBe('x must be a valid email.');
});

test.each([
  ['2026-01-31T00:00:00.000Z', true],
  ['2024-02-29T23:59:59+02:00', true],
  ['2026-01-31T00:00Z', true],
  ['2026-01-31T00:00:00', false],
  ['2026-01-31', false],
  ['2026-02-30T00:00:00Z', false],
  ['2026-01-31T25:00:00Z', false],
  ['2026-01-31T00:00:00Z (UTC)', false],
])('%s is an unambiguous time: %s', (text, valid) => {
  expect(sentence(Type.String({ format: 'date-time' }), text) === undefined).toBe(valid);
});

test('characters are code points', () => {
  expect(sentence(Type.String({ maxLength: 2 }), '👍👍')).toBeUndefined();
  expect(sentence(Type.String({ maxLength: 2 }), '👍👍👍')).toBe('x must have at most 2 characters.');
});

test('names missing and unknown fields', () => {
  const schema = Type.Object({ name: Type.String() }, { additionalProperties: false });
  expect(failureOf(schema, { nam: 'A' })).toMatchObject({
    code: 'validation_failed',
    extras: {
      details: [
        { path: 'name', message: 'is required' },
        { path: 'nam', message: 'is not a known field' },
      ],
    },
  });
});

test('names each field once, even with several errors', () => {
  const schema = Type.Object({ x: Type.String({ minLength: 3, pattern: '^b' }) });
  expect(failureOf(schema, { x: 'a' })?.extras.details).toHaveLength(1);
});

test('the message of a union takes precedence over those of its parts', () => {
  const schema = Type.Union([Type.Integer({ enum: [1, 2] }), Type.Null()], { 'x-message': 'must be 1, 2 or null' });
  for (const value of [3, '1', 1.5, {}]) expect(sentence(schema, value)).toBe('x must be 1, 2 or null.');
  for (const value of [1, null]) expect(sentence(schema, value)).toBeUndefined();
});

test('converts text in queries only', () => {
  const schema = Type.Object({ limit: Type.Integer({ default: 20 }), all: Type.Optional(Type.Boolean()) });
  const query: Record<string, unknown> = { limit: '5', all: 'true' };
  expect(failureOf(schema, query, 'querystring')).toBeUndefined();
  expect(query).toEqual({ limit: 5, all: true });
  expect(failureOf(schema, { limit: '5' })?.message).toBe('limit must be a whole number.');
});

test('names what is wrong inside a value, and not the other kinds that it may be of', () => {
  const list = Type.Array(Type.Union([Type.String(), Type.Array(Type.String())]));
  const schema = Type.Object({ of: Type.Union([Type.Object({ list }), Type.Null()]) });
  const message = (of: unknown) => failureOf(schema, { of })?.message;
  expect(message({ list: [['a', 1]] })).toBe('of.list.0.1 must be a string.');
  expect(message({ list: [] })).toBeUndefined();
});

test('unknown_parameter is only used if all errors of a query are unknown parameters', () => {
  const schema = Type.Object({ limit: Type.Integer() }, { additionalProperties: false });
  expect(failureOf(schema, { limit: '1', page: '2' }, 'querystring')?.code).toBe('unknown_parameter');
  expect(failureOf(schema, { limit: 'x', page: '2' }, 'querystring')?.code).toBe('validation_failed');
});

test('refuses a NUL in a query and in an ID of the caller’s; replaces it in one of ours', () => {
  expect(failureOf(Type.Object({ q: Type.String() }), { q: 'a\0' }, 'querystring')).toMatchObject({
    code: 'validation_failed',
    message: 'q must not contain the NUL character.',
  });
  expect(failureOf(Type.Object({ 'm[a\0]': Type.String() }), { 'm[a\0]': 'a' }, 'querystring')?.code).toBe(
    'validation_failed',
  );
  const own = Type.Object({ externalId: Type.String({ maxLength: 200 }) });
  expect(failureOf(own, { externalId: 'a\0' }, 'params')?.message).toBe(
    'externalId must not contain the NUL character.',
  );
  const params = { id: 'agent_\0' };
  expect(failureOf(Type.Object({ id: Type.String() }), params, 'params')).toBeUndefined();
  expect(params.id).toBe('agent_\ufffd');
});

/** The schemas in a part of an OpenAPI document. */
function schemasIn(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, part]) => {
    if (name === 'schema') return [part];
    if (name === 'schemas') return Object.values(part);
    return name.startsWith('example') ? [] : schemasIn(part);
  });
}

test('every schema of openapi.json is valid: a server doesn’t check its own', () => {
  const document: unknown = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'));
  const ajv = new Ajv2020();
  const schemas = schemasIn(document) as object[];
  expect(schemas.length).toBeGreaterThan(500);
  expect(schemas.filter((schema) => ajv.validateSchema(schema) !== true)).toEqual([]);
});
