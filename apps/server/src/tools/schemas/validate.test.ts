// @module-tag pure
import { expect, test } from 'vitest';
import { checkSchema } from './check-schema.ts';
import { validate } from './validate.ts';

const problemsOf = (schema: object, value: unknown) =>
  validate(schema, value).map(({ path, message }) => `${path}: ${message}`);
const inA = (schema: unknown) => ({ type: 'object', properties: { a: schema } });

test.each<[keyword: string, schema: unknown, good: readonly unknown[], bad: unknown, problem: string]>([
  ['type', { type: 'string' }, ['', 'x'], 1, 'must be a text, not a number'],
  ['types', { type: ['integer', 'null'] }, [1, 1.0, null], 1.5, 'must be a whole number or null, not a number'],
  ['object', { type: 'object' }, [{}], [], 'must be an object, not a list'],
  ['boolean', { type: 'boolean' }, [true, false], 'true', 'must be true or false, not a text'],
  [
    'enum',
    { enum: ['a', 1, null, { b: [1] }] },
    ['a', 1, null, { b: [1] }],
    'b',
    'must be one of "a", 1, null, {"b":[1]}',
  ],
  ['const', { const: { b: 1, c: 2 } }, [{ c: 2, b: 1 }], { b: 1 }, 'must be {"b":1,"c":2}'],
  ['enum and const', { const: 1, enum: [1, 2] }, [1], 2, 'must be 1'],
  ['const and enum', { const: 1, enum: [2] }, [], 1, 'must be one of 2'],
  ['minimum', { minimum: 2 }, [2, 'x'], 1, 'must be at least 2'],
  ['maximum', { maximum: 2 }, [2], 3, 'must be at most 2'],
  ['exclusiveMinimum', { exclusiveMinimum: 2 }, [3], 2, 'must be more than 2'],
  ['exclusiveMaximum', { exclusiveMaximum: 2 }, [1], 2, 'must be less than 2'],
  ['multipleOf', { multipleOf: 0.01 }, [0.07, 19.99, 0], 0.005, 'must be a multiple of 0.01'],
  ['minLength', { minLength: 2 }, ['ab', '👍👍'], '👍', 'must have at least 2 characters, not 1'],
  ['maxLength', { maxLength: 2 }, ['ab', '👍👍'], 'abc', 'must have at most 2 characters, not 3'],
  ['pattern', { pattern: '^a+$' }, ['a', 'aaa', 7], 'b', 'must match the pattern ^a+$'],
  ['format', { format: 'date' }, ['not one'], null, ''],
  ['minItems', { minItems: 1 }, [[1]], [], 'must have at least 1 items, not 0'],
  ['maxItems', { maxItems: 1 }, [[1]], [1, 2], 'must have at most 1 items, not 2'],
  [
    'uniqueItems',
    { uniqueItems: true },
    [[1, '1']],
    [
      { b: 1, c: 2 },
      { c: 2, b: 1 },
    ],
    'must not have the same item twice',
  ],
  ['contains', { contains: { const: 1 } }, [[2, 1]], [2], 'must contain at least 1 items of the asked kind, not 0'],
  [
    'maxContains',
    { contains: {}, maxContains: 1 },
    [[2]],
    [2, 3],
    'must contain at most 1 items of the asked kind, not 2',
  ],
  ['minProperties', { minProperties: 1 }, [{ b: 1 }], {}, 'must have at least 1 members, not 0'],
  ['maxProperties', { maxProperties: 0 }, [{}], { b: 1 }, 'must have at most 0 members, not 1'],
  ['not', { not: { type: 'null' } }, [1], null, 'must not be what "not" in the schema describes'],
  ['false', false, [], 1, 'is not allowed'],
  [
    'anyOf',
    { anyOf: [{ type: 'null' }, { minimum: 5 }] },
    [null, 6],
    1,
    'must fit one of 2 alternatives: must be null, not a number; or must be at least 5',
  ],
  ['oneOf', { oneOf: [{ minimum: 1 }, { maximum: 5 }] }, [0, 6], 3, 'must fit one alternative only, not 2'],
  ['allOf', { allOf: [{ minimum: 1 }, { maximum: 5 }] }, [3], 6, 'must be at most 5'],
  [
    'if',
    JSON.parse('{"if":{"minimum":5},"then":{"multipleOf":5},"else":{"const":1}}'),
    [5, 1],
    6,
    'must be a multiple of 5',
  ],
  ['else', { if: { minimum: 5 }, else: { const: 1 } }, [5, 1], 2, 'must be 1'],
])('%s', (_, schema, good, bad, problem) => {
  expect(checkSchema(inA(schema))).toEqual([]);
  for (const value of good) expect([value, problemsOf(inA(schema), { a: value })]).toEqual([value, []]);
  if (problem !== '') expect(problemsOf(inA(schema), { a: bad })).toEqual([`a: ${problem}`]);
  expect(problemsOf(inA(schema), {})).toEqual([]);
});

test.each<[string, object, unknown, readonly string[]]>([
  ['required', { required: ['a', 'b'] }, { b: 1 }, ['a: is required']],
  ['a name of a prototype', { required: ['toString'] }, {}, ['toString: is required']],
  ['an unknown name', { properties: { a: {} }, additionalProperties: false }, { b: 1 }, ['b: is not known. Known: a']],
  ['other members', { additionalProperties: { type: 'null' } }, { b: 1 }, ['b: must be null, not a number']],
  [
    'members by pattern',
    { patternProperties: { '^n_': { type: 'number' } }, additionalProperties: false },
    { n_1: 1, n_2: 'x', other: 1 },
    ['n_2: must be a number, not a text', 'other: is not known'],
  ],
  ['names', { propertyNames: { maxLength: 1 } }, { bc: 1 }, ['bc: must have at most 1 characters, not 2']],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, { a: 1 }, ['b: is required']],
  [
    'dependencies',
    { dependencies: { a: ['b'], c: { required: ['d'] } } },
    { a: 1, c: 1 },
    ['b: is required', 'd: is required'],
  ],
  [
    'dependentSchemas',
    { dependentSchemas: { a: { maxProperties: 1 } } },
    { a: 1, b: 1 },
    [': must have at most 1 members, not 2'],
  ],
  [
    'items in their place',
    { properties: { list: { prefixItems: [{ type: 'string' }], items: { type: 'number' } } } },
    { list: [1, 'x', 2] },
    ['list.0: must be a text, not a number', 'list.1: must be a number, not a text'],
  ],
  [
    'items of draft 7',
    { properties: { list: { items: [true, false], additionalItems: { type: 'null' } } } },
    { list: [1, 2, 3] },
    ['list.1: is not allowed', 'list.2: must be null, not a number'],
  ],
  [
    'a place inside alternatives',
    { properties: { to: { anyOf: [{ type: 'object', required: ['id'] }, { type: 'string' }] } } },
    { to: {} },
    ['to: must fit one of 2 alternatives: id is required; or must be a text, not an object'],
  ],
  [
    'a recursive one',
    { properties: { name: { type: 'string' }, children: { items: { $ref: '#' } } }, required: ['name'] },
    { name: 'a', children: [{ name: 'b' }, { name: 'c', children: [{}] }] },
    ['children.1.children.0.name: is required'],
  ],
  [
    'a member named __proto__',
    JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
    JSON.parse('{"__proto__":1}'),
    ['__proto__: must be a text, not a number'],
  ],
  [
    'a keyword beside a reference',
    { $ref: '#/$defs/a', required: ['b'], $defs: { a: { required: ['a'] } } },
    {},
    ['a: is required', 'b: is required'],
  ],
])('%s', (_, schema, value, problems) => {
  const whole = { type: 'object', ...schema };
  expect(checkSchema(whole)).toEqual([]);
  expect(problemsOf(whole, value)).toEqual(problems);
});

test('tells ten problems at most, and the root as an empty path', () => {
  const schema = { type: 'object', additionalProperties: { type: 'null' } };
  expect(problemsOf(schema, Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, at])))).toHaveLength(
    10,
  );
  expect(problemsOf(schema, 'text')).toEqual([': must be an object, not a text']);
  expect(problemsOf(schema, undefined)).toEqual([': must be an object, not undefined']);
});

test('refuses a value that is too deep', () => {
  let value: unknown = 1;
  for (let at = 0; at < 100_000; at += 1) value = [value];
  expect(problemsOf({ type: 'object' }, value)).toEqual([': must have at most 32 objects and lists inside each other']);
});

test('a text beyond 1,000 characters fails a pattern unmatched', () => {
  const schema = inA({ pattern: '^a*$' });
  expect(problemsOf(schema, { a: 'a'.repeat(1_000) })).toEqual([]);
  expect(problemsOf(schema, { a: 'a'.repeat(1_001) })).toEqual([
    'a: must have at most 1000 characters to match the pattern ^a*$',
  ]);
});
