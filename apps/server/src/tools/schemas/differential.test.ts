// @module-tag pure
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { announceSeed, runs } from '../../../testing/processes/runs.ts';
import { checkSchema } from './check-schema.ts';
import { validate } from './validate.ts';

const seed = announceSeed('apps/server/src/tools/schemas/differential.test.ts');
const options = { seed, numRuns: runs(250, undefined, 2_500) };

const name = fc.constantFrom('a', 'b', 'c', 'bc', 'x_');
const scalar = fc.constantFrom<unknown>(null, true, false, 0, 1, 2.5, -3, 10, '', 'a', 'ab', 'aab', '👍', '1');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.uniqueArray(fc.tuple(name, tie('value')), { maxLength: 4, selector: ([key]) => key }).map(Object.fromEntries),
  ),
}));

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;
const number = fc.constantFrom(-3, 0, 1, 2, 2.5);
const count = fc.nat(3);
const names = fc.uniqueArray(name, { maxLength: 3 });

/** Schemas of the keywords that both drafts have; members are own ones, as in JSON. */
const schemas = (tuples: 'draft 7' | '2020-12') =>
  fc.letrec<{ schema: unknown }>((tie) => {
    const schema = tie('schema');
    const list = fc.array(schema, { minLength: 1, maxLength: 3 });
    const map = (of: fc.Arbitrary<unknown>) =>
      fc.uniqueArray(fc.tuple(name, of), { maxLength: 3, selector: ([key]) => key }).map(Object.fromEntries);
    const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
      type: fc.oneof(
        fc.constantFrom(...types),
        fc.uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 }),
      ),
      ...{ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }), const: value },
      ...{ minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number },
      ...{ multipleOf: fc.constantFrom(1, 2, 0.5), minLength: count, maxLength: count },
      pattern: fc.constantFrom('^a+$', 'b', '^$', '[^a]', '^a{2}b?$', 'a|b'),
      ...{ minItems: count, maxItems: count, uniqueItems: fc.boolean(), contains: schema },
      ...{ minProperties: count, maxProperties: count, required: names, properties: map(schema) },
      patternProperties: fc
        .tuple(fc.constantFrom('^a$', '[bc]', '_'), schema)
        .map((entry) => Object.fromEntries([entry])),
      ...{ additionalProperties: schema, propertyNames: schema },
      ...{
        allOf: list,
        anyOf: list,
        oneOf: list,
        not: schema,
        if: schema,
        else: schema,
        $ref: fc.constant('#/$defs/d'),
      },
      ...Object.fromEntries([['then', schema]]),
      ...(tuples === 'draft 7'
        ? { items: fc.oneof(schema, list), additionalItems: schema, dependencies: map(fc.oneof(schema, names)) }
        : { items: schema, prefixItems: list, dependentSchemas: map(schema), dependentRequired: map(names) }),
      ...(tuples === '2020-12' && { minContains: count, maxContains: count }),
    };
    const keyword = fc.constantFrom(...Object.entries(keywords)).chain(([key, of]) => of.map((each) => [key, each]));
    const some = fc.array(keyword, { minLength: 1, maxLength: 4 }).map((entries) => Object.fromEntries(entries));
    return { schema: fc.oneof({ maxDepth: 3 }, fc.boolean(), some) };
  }).schema;

/**
 * Ajv's answer; undefined if the code that it makes throws. Of 2020-12 that of `{ if: false, patternProperties, then:
 * { patternProperties } }` sets a member of undefined (Ajv 8.20).
 */
function answerOf(control: ValidateFunction, value: unknown): boolean | undefined {
  try {
    return control(value);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

test.each([
  ['draft 7', new Ajv({ strict: false, validateFormats: false, logger: false })],
  ['2020-12', new Ajv2020({ strict: false, validateFormats: false, logger: false })],
] as const)(
  'agrees with Ajv about %s',
  (draft, ajv) => {
    let [fine, wrong] = [0, 0];
    const of = schemas(draft);
    fc.assert(
      fc.property(of, of, fc.array(value, { minLength: 1, maxLength: 5 }), (schema, definition, values) => {
        const json = JSON.stringify({ allOf: [schema], $defs: { d: definition } });
        const whole = JSON.parse(json);
        // Ajv takes an empty list for one that contains something, if the schema has a tuple, too.
        fc.pre(!(json.includes('"contains"') && /"prefixItems"|"items":\[/.test(json)));
        fc.pre(
          !JSON.stringify(definition).includes('#/$defs/d') &&
            checkSchema(whole, { isOfArguments: false }).length === 0,
        );
        const control = ajv.compile(whole);
        for (const each of values) {
          const plain = JSON.parse(JSON.stringify(each));
          const answer = answerOf(control, plain);
          fc.pre(answer !== undefined);
          const problems = validate(whole, plain);
          expect(problems.map(({ message }) => message).join()).not.toContain('too much');
          expect([json, plain, problems.length === 0, problems]).toEqual([json, plain, answer, problems]);
          if (problems.length === 0) fine += 1;
          else wrong += 1;
        }
        ajv.removeSchema(whole);
      }),
      options,
    );
    // Neither answer is rare, or the comparison says little.
    expect(Math.min(fine, wrong)).toBeGreaterThan(options.numRuns / 5);
  },
  120_000,
);
