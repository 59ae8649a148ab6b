// @module-tag pure
import { expect, test } from 'vitest';
import { checkSchema } from './check-schema.ts';
import { schemaLimits } from './limits.ts';
import { measured } from './validate.ts';

/** Characters of the arguments of a call, at most. */
const characters = 16_000;

/** A value that takes up to so many characters of JSON. */
function filled(item: unknown, chars = characters): { readonly a: readonly unknown[] } {
  const each = JSON.stringify(item).length + 1;
  return { a: Array.from({ length: Math.floor((chars - 8) / each) }, () => item) };
}

const many = <Item>(count: number, of: (at: number) => Item) => Array.from({ length: count }, (_, at) => of(at));
const items = (schema: unknown, more: object = {}) => ({
  ...{ type: 'object', properties: { a: { type: 'array', items: schema } } },
  ...more,
});
const levels = (count: number, of: (next: object) => object, end: object) =>
  Object.fromEntries(many(count + 1, (at) => [`l${at}`, at === count ? end : of({ $ref: `#/$defs/l${at + 1}` })]));

/** Schemas that `checkSchema` accepts, and values for which they are most work. */
const attacks: Readonly<Record<string, readonly [schema: object, value: unknown]>> = {
  'patterns with a choice that doubles': [
    items({ allOf: many(50, (at) => ({ not: { pattern: `(a|a)*(a|a)*(a|a)*b${at}` } })) }),
    filled('a'.repeat(1_000)),
  ],
  'the largest patterns': [
    items({ allOf: many(50, (at) => ({ not: { pattern: `(a|b|[ac]){200}x${at}` } })) }),
    filled('a'.repeat(1_000)),
  ],
  'choices of choices': [
    items({ $ref: '#/$defs/l0' }, { $defs: levels(10, (next) => ({ anyOf: [next, next] }), { const: 1 }) }),
    filled(0),
  ],
  'a recursive choice': [
    {
      ...{ type: 'object', anyOf: many(2, () => ({ properties: { a: { $ref: '#' } } })) },
      not: { required: ['never'] },
    },
    many(29, () => 0).reduce<object>((inner) => ({ a: inner }), { a: { a: 1 } }),
  ],
  'many values to compare': [items({ enum: many(3_000, (at) => at) }), filled(-1)],
  'large values to compare': [items({ enum: many(30, (at) => ({ a: 'x'.repeat(1_000), at })) }), filled({})],
  'required names many times': [
    items({ required: many(6_000, () => 'a'), properties: Object.fromEntries(many(100, (at) => [`p${at}`, {}])) }),
    filled({ a: 1 }),
  ],
  'demands of many members': [
    items({ dependentRequired: Object.fromEntries(many(1_000, (at) => [`p${at}`, ['a']])) }),
    filled({}),
  ],
  'names by many patterns': [
    {
      ...{ type: 'object', additionalProperties: false },
      patternProperties: Object.fromEntries(many(50, (at) => [`(a|b)*c${at}$`, false])),
    },
    Object.fromEntries(many(1_000, (at) => [`ab${at}`, 0])),
  ],
  'unique items inside each other': [
    {
      type: 'object',
      $ref: '#/$defs/a',
      $defs: { a: { uniqueItems: true, additionalProperties: { $ref: '#/$defs/a' }, items: { $ref: '#/$defs/a' } } },
    },
    {
      a: many(30, () => 0).reduce<unknown[]>(
        (inner) => [inner, 'x'.repeat(380)],
        many(1_000, (at) => at),
      ),
    },
  ],
  'lengths counted many times': [
    items({ allOf: many(500, (at) => ({ maxLength: 20_000 + at })) }),
    filled('x'.repeat(8_000)),
  ],
  'a list that contains nothing': [
    { type: 'object', properties: { a: { allOf: many(500, (at) => ({ contains: { const: `x${at}` } })) } } },
    filled(0),
  ],
};

test.each(Object.entries(attacks))('%s: ends within the limit', (_, [schema, value]) => {
  expect(checkSchema(schema)).toEqual([]);
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(characters);
  const { steps } = measured(schema, value);
  expect(steps).toBeGreaterThan(1_000);
  // The last one may go beyond by its own size.
  expect(steps).toBeLessThanOrEqual(schemaLimits.steps + characters);
});

/** The CPU time of a function in µs: the least of several runs, since a busy machine only adds. */
function cost(run: () => void): number {
  return Math.min(
    ...many(3, () => {
      const before = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    }),
  );
}

test('no attack costs more than a plain control of as many steps, by an order of magnitude', () => {
  const control = [
    items({ allOf: many(5, () => ({ type: ['integer', 'null'], minimum: 0, maximum: 9 })) }),
    filled(1, 8_000),
  ] as const;
  const { problems, steps } = measured(...control);
  expect(problems).toEqual([]);
  const perStep = cost(() => measured(...control)) / steps;
  const over = Object.entries(attacks).flatMap(([name, attack]) => {
    const times = cost(() => measured(...attack)) / perStep / schemaLimits.steps;
    return times > 30 ? [`${name}: ${times.toFixed(1)} times`] : [];
  });
  expect(over).toEqual([]);
});

test('unchecked schemas end, too', () => {
  const unchecked = [{ $ref: '#' }, { anyOf: [{ $ref: '#' }, { $ref: '#' }] }, { pattern: '(' }, null, 7];
  for (const schema of unchecked) expect(measured(schema, { a: 1 }).steps).toBeLessThanOrEqual(2 * schemaLimits.steps);
});
