import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from './document.ts';
import { credentialPattern, trimmedLength, valid, visiblePattern } from './valid.ts';

/** Values that break one rule of a schema. */
export interface Breakage {
  /** A description: `name: too long`. */
  readonly rule: string;
  /** The field that the failure must name; undefined if none is required. */
  readonly field: string | undefined;
  readonly values: Arbitrary<unknown>;
}

type Value = Omit<Breakage, 'field'>;

/** Each way to break one rule of an object's schema; the rest is valid. */
export function brokenObjects(schema: Schema): Breakage[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const whole = valid(schema) as Arbitrary<Record<string, unknown>>;
  const put = (name: string, values: Arbitrary<unknown>) =>
    // Uses entries, because `__proto__` must become an own field and not the prototype.
    fc.tuple(whole, values).map(([rest, value]) => Object.fromEntries([...Object.entries(rest), [name, value]]));
  const without = (name: string) => whole.map(({ [name]: _left, ...rest }) => rest);
  const unknown = fc.oneof(
    fc.constantFrom('id', 'Name', 'name ', 'success', '$where', 'a.b', 'workspaceID', ''),
    fc.string(),
  );
  const unknownName = unknown.filter((name) => !(name in properties) && !(name in {}));
  return [
    ...required.map((name) => ({ rule: `${name}: missing`, field: name, values: without(name) })),
    ...Object.entries(properties).flatMap(([name, part]) =>
      brokenValues(part).map(({ rule, values }) => ({
        rule: `${name}: ${rule}`,
        field: name,
        values: put(name, values),
      })),
    ),
    ...(additionalProperties === false
      ? [{ rule: 'unknown field', field: undefined, values: unknownName.chain((name) => put(name, fc.jsonValue())) }]
      : []),
    ...['__proto__', 'constructor', 'prototype'].map((name) => ({
      rule: `field ${name}`,
      field: undefined,
      values: put(name, fc.constantFrom<unknown>(1, {}, { isAdmin: true })),
    })),
  ];
}

/** Each way to break one rule of a value's schema. */
function brokenValues(schema: Schema): Value[] {
  if (schema.anyOf !== undefined) {
    const kinds = schema.anyOf.map(({ type }) => type);
    const inner = schema.anyOf.flatMap(brokenValues).filter(({ rule }) => rule !== 'wrong type');
    return [wrongType(kinds), ...inner];
  }
  return [wrongType([schema.type]), ...(schema.enum === undefined ? ofType(schema) : outside(schema.enum))];
}

const samples: Readonly<Record<NonNullable<Schema['type']>, readonly unknown[]>> = {
  string: ['', 'text', '0.5', 'true', 'null'],
  number: [0.5, -0.25],
  integer: [0, 1, 30],
  boolean: [true, false],
  null: [null],
  array: [[], [0], ['a']],
  object: [{}, { a: 1 }, { $ne: null }],
};

function wrongType(allowed: readonly Schema['type'][]): Value {
  const kinds = new Set(allowed.includes('number') ? [...allowed, 'integer'] : allowed);
  const others = Object.entries(samples).filter(([type]) => !kinds.has(type as Schema['type']));
  return { rule: 'wrong type', values: fc.constantFrom(...others.flatMap(([, values]) => values)) };
}

const outside = (allowed: readonly unknown[]): Value[] => {
  const near = allowed.flatMap((value): unknown[] =>
    typeof value === 'string' ? [value.toUpperCase(), `${value} `, `${value}\n`, ''] : [Number(value) + 1, -1, 0.5],
  );
  return [
    { rule: 'not one of the values', values: fc.constantFrom(...near.filter((value) => !allowed.includes(value))) },
  ];
};

function ofType(schema: Schema): Value[] {
  switch (schema.type) {
    case 'string':
      return brokenTexts(schema);
    case 'number':
    case 'integer':
      return brokenNumbers(schema);
    case 'array':
      return brokenLists(schema);
    case 'object':
      return brokenInside(schema);
    default:
      return [];
  }
}

/** Text that no field accepts: NUL, which PostgreSQL can't store, and lone surrogates, which aren't valid Unicode. */
const unkeepable = fc.constantFrom('\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800');

function brokenTexts({ minLength = 0, maxLength, pattern, format }: Schema): Value[] {
  const values: Value[] = [{ rule: 'no text to keep', values: unkeepable }];
  const add = (rule: string, ...texts: readonly string[]) => values.push({ rule, values: fc.constantFrom(...texts) });
  if (minLength > 0) add('too short', 'x'.repeat(minLength - 1));
  if (maxLength !== undefined)
    add('too long', 'x'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1), ' '.repeat(maxLength + 1));
  const length = trimmedLength(pattern ?? '');
  if (length !== undefined || pattern === visiblePattern)
    add('nothing to see', '', ' ', '\n\t', '\u3000', '\u2028', ' '.repeat(50));
  if (length !== undefined) add('too much to see', 'x'.repeat(length + 1), ` ${'é'.repeat(length + 1)} `);
  if (pattern === credentialPattern) add('no header', 'a b', ' a', 'a\n', 'é', '', '\u007f');
  if (format === 'email')
    add('no address', 'a', '@', 'a@', '@b.c', 'a@b', 'a b@c.de', 'a@b@c.de', 'a@b.', 'a@b c.de', '');
  return values;
}

function brokenNumbers({ type, minimum, maximum }: Schema): Value[] {
  const values: Value[] = [];
  const step = type === 'integer' ? 1 : 1e-9;
  if (minimum !== undefined) values.push({ rule: 'too small', values: fc.constantFrom(minimum - step, -1e300) });
  if (maximum !== undefined) values.push({ rule: 'too large', values: fc.constantFrom(maximum + step, 1e300) });
  if (type === 'integer') values.push({ rule: 'not whole', values: fc.constantFrom((minimum ?? 0) + 0.5, 1e-7) });
  return values;
}

function brokenLists({ items = {}, minItems = 0, maxItems, uniqueItems }: Schema): Value[] {
  const values: Value[] = brokenValues(items).map(({ rule, values: item }) => ({
    rule: `item: ${rule}`,
    values: item.map((value) => [value]),
  }));
  if (minItems > 0) values.push({ rule: 'too few', values: fc.constant([]) });
  if (maxItems !== undefined && items.enum === undefined) {
    values.push({
      rule: 'too many',
      values: fc.constant(Array.from({ length: maxItems + 1 }, (_, index) => `item ${index}`)),
    });
  }
  if (uniqueItems === true) values.push({ rule: 'twice the same', values: valid(items).map((item) => [item, item]) });
  return values;
}

/** Values that even an object with arbitrary keys must not contain. */
function brokenInside({ maxProperties, additionalProperties }: Schema): Value[] {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, index]));
  return [
    // Without a limit, no number of fields breaks it.
    ...(maxProperties === undefined ? [] : [{ rule: 'too many', values: fc.constant(many(maxProperties + 1)) }]),
    { rule: 'no text to keep', values: unkeepable.map((text) => ({ key: [text] })) },
    ...(typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
      ? brokenValues(additionalProperties).map(({ rule, values }) => ({
          rule: `value: ${rule}`,
          values: values.map((value) => ({ key: value })),
        }))
      : []),
  ];
}
