// @module-tag pure
import { expect, test } from 'vitest';
import { checkSchema } from './check-schema.ts';

const problemsOf = (schema: unknown) => checkSchema(schema).map(({ path, message }) => `${path}: ${message}`);
const object = (more: object = {}) => ({ type: 'object', ...more });

test.each([
  ['an empty one', object()],
  ['what Zod writes', object({ $schema: 'x', properties: { a: { type: 'string', format: 'uuid' } }, required: ['a'] })],
  ['a tuple of draft 7', object({ properties: { a: { type: 'array', items: [{}, true], additionalItems: false } } })],
  ['references', object({ properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { enum: [1, null] } } })],
  ['a name with a slash', object({ properties: { a: { $ref: '#/$defs/a~1b%20c' } }, $defs: { 'a/b c': {} } })],
  ['a recursive one', object({ properties: { children: { type: 'array', items: { $ref: '#' } } } })],
  ['unknown keywords', object({ 'x-order': [1], examples: [{ a: 1 }], properties: { $ref: { type: 'string' } } })],
  ['a member with a special name', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')],
])('accepts %s', (_, schema) => {
  expect(problemsOf(schema)).toEqual([]);
});

test.each<[string, unknown, string]>([
  ['nothing', undefined, ': must be a schema with "type": "object"'],
  ['a text', 'object', ': must be a schema with "type": "object"'],
  ['another type', { type: 'array' }, ': must be a schema with "type": "object"'],
  [
    'a wrong type',
    object({ properties: { a: { type: 'strnig' } } }),
    'properties.a.type: must be one of object, array',
  ],
  ['a list of no types', object({ properties: { a: { type: [] } } }), 'properties.a.type: must be one of'],
  ['a property that is no schema', object({ properties: { a: 'string' } }), 'properties.a: must be a schema'],
  ['required as a flag', object({ properties: { a: { required: true } } }), 'properties.a.required: must be a list of'],
  [
    'draft 4',
    object({ properties: { a: { exclusiveMinimum: true } } }),
    'properties.a.exclusiveMinimum: must be a number',
  ],
  ['a negative length', object({ properties: { a: { minLength: -1 } } }), 'properties.a.minLength: must be a whole'],
  [
    'a multiple of 0',
    object({ properties: { a: { multipleOf: 0 } } }),
    'properties.a.multipleOf: must be a number above',
  ],
  ['no choice', object({ anyOf: [] }), 'anyOf: must be a list with at least one schema'],
  [
    'an address',
    object({ $ref: 'https://example.com/schema.json' }),
    '$ref: must lead to a place in the same document',
  ],
  ['a file', object({ $ref: 'file:///etc/passwd' }), '$ref: must lead to a place in the same document'],
  ['a broken reference', object({ $ref: '#/$defs/gone' }), '$ref: leads nowhere: #/$defs/gone'],
  ['a reference to a text', object({ $ref: '#/title', title: 'a' }), '$ref: leads nowhere: #/title'],
  ['a reference by an anchor', object({ $ref: '#here' }), '$ref: leads nowhere: #here'],
  ['a reference that can’t be decoded', object({ $ref: '#/%zz' }), '$ref: leads nowhere: #/%zz'],
  ['a prototype', object({ $ref: '#/constructor' }), '$ref: leads nowhere: #/constructor'],
  ['unevaluated', object({ unevaluatedProperties: false }), 'unevaluatedProperties: is not supported'],
  ['a dynamic reference', object({ $dynamicRef: '#a' }), '$dynamicRef: is not supported'],
  ['a bad pattern', object({ properties: { a: { pattern: '(' } } }), 'properties.a.pattern: has a pattern that is not'],
  ['a look-around', object({ patternProperties: { '(?=a)': {} } }), 'patternProperties: has a pattern that is not'],
  [
    'a long pattern',
    object({ properties: { a: { pattern: 'a'.repeat(201) } } }),
    'properties.a.pattern: has a pattern of',
  ],
  [
    'a huge pattern',
    object({ properties: { a: { pattern: '.{1000}'.repeat(20) } } }),
    'has a pattern that is too large',
  ],
  ['what a reference alone reaches', object({ $ref: '#/x/y', x: { y: { type: 1 } } }), '$ref.type: must be one of'],
])('refuses %s', (_, schema, problem) => {
  const problems = problemsOf(schema);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(problem);
});

test('tells ten problems at most', () => {
  const properties = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`p${at}`, { type: 'none' }]));
  expect(problemsOf(object({ properties }))).toHaveLength(10);
});

test('bounds the size', () => {
  const fits = object({ description: 'é'.repeat(16_000) });
  expect(problemsOf(fits)).toEqual([]);
  expect(problemsOf(object({ description: 'é'.repeat(16_400) }))[0]).toMatch(/^: must be at most 32768 bytes/);
});

test('bounds the depth, also of what no stack can hold', () => {
  const nested = (depth: number) => {
    let schema: object = { type: 'object' };
    for (let at = 1; at < depth; at += 1) schema = { type: 'object', additionalProperties: schema };
    return schema;
  };
  expect(problemsOf(nested(32))).toEqual([]);
  expect(problemsOf(nested(33))).toEqual([': must have at most 32 objects and lists inside each other']);
  expect(problemsOf(nested(100_000))).toEqual([': must have at most 32 objects and lists inside each other']);
});

test.each([
  ['itself', { $ref: '#' }],
  ['each other', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } } }],
  ['a choice', { anyOf: [{ type: 'object' }, { not: { $ref: '#' } }] }],
  ['a member', { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { if: true, else: { $ref: '#/$defs/a' } } } }],
])('refuses a reference to %s that never ends', (_, schema) => {
  expect(problemsOf(object(schema))).toEqual([': must have no reference that leads back to itself on the same value']);
});

test('refuses references that multiply, on the same value and inside it', () => {
  const levels = (of: (next: object) => object, count: number) => {
    const all = Array.from({ length: count }, (_, at) => [`l${at}`, of({ $ref: `#/$defs/l${at + 1}` })]);
    return object({ $ref: '#/$defs/l0', $defs: { ...Object.fromEntries(all), [`l${count}`]: { type: 'object' } } });
  };
  const both = (next: object) => ({ allOf: [next, next] });
  const members = (next: object) => ({ properties: { a: next, b: next } });
  const message = ': must be at most 10000 schemas with each reference replaced';
  for (const of of [both, members]) {
    expect(problemsOf(levels(of, 8))).toEqual([]);
    expect(problemsOf(levels(of, 60))).toEqual([message]);
  }
});

test('compiles 50 patterns at most', () => {
  const properties = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { pattern: `^a${at}$` }]));
  expect(problemsOf(object({ properties: properties(50) }))).toEqual([]);
  expect(problemsOf(object({ properties: properties(60) }))).toEqual([
    'properties.p50.pattern: is one of more than 50 different patterns',
  ]);
});
