import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter, Schema } from './document.ts';
import { type Draft, pairsIn } from './draft.ts';
import { dayPattern, valid } from './valid.ts';

const inQuery = (parameters: readonly Parameter[]) => parameters.filter((parameter) => parameter.in === 'query');

/** Max length of a query, beside the longest path: each parameter may be valid, and the URL too long. */
const longest = 7_900;

/** Any subset of parameters in any order; cursors are left to the tests of pages. */
export function validQuery({ parameters, itemFields }: Operation): Arbitrary<string> {
  const own = inQuery(parameters).filter(({ name }) => name !== 'cursor');
  const pairsOf = (chosen: readonly Parameter[]) =>
    chosen.map(({ name, schema }) => {
      const values = name === 'fields' ? namesOf(itemFields) : valid(schema);
      return values.map((value) => pairsIn(name, value as object | string));
    });
  const needed = pairsOf(own.filter(({ required }) => required));
  return fc
    .shuffledSubarray(pairsOf(own.filter(({ required }) => !required)))
    .chain((chosen) => fc.tuple(...needed, ...chosen).map((given) => String(new URLSearchParams(given.flat()))))
    .filter((query) => query.length <= longest);
}

/** Some names of fields, as `fields` of a list takes them: openapi.json says it in words. */
const namesOf = (fields: readonly string[]): Arbitrary<string> =>
  fc.shuffledSubarray([...fields], { minLength: 1 }).map((names) => names.join());

/** Each way to break one parameter of the query. */
export function brokenQueries({ parameters }: Operation): Arbitrary<Partial<Draft>>[] {
  const own = inQuery(parameters);
  const known = new Set(own.map(({ name }) => name));
  const strange = fc
    .oneof(
      fc.constantFrom('page', 'offset', 'Limit', 'limit[]', '__proto__', 'constructor', 'toString', 'api_key'),
      fc.string({ minLength: 1 }),
    )
    .filter((name) => !known.has(name));
  const broken = (breaks: string, field: string | undefined, query: Arbitrary<string>) =>
    query.map((text) => ({ breaks, status: 400, field, query: text }));
  return [
    broken(
      'unknown parameter',
      undefined,
      fc.tuple(strange, fc.string()).map((pair) => String(new URLSearchParams([pair]))),
    ),
    ...own
      .filter(({ required }) => required)
      .map(({ name }) => broken(`parameter ${name} missing`, name, fc.constant(''))),
    ...own.flatMap(({ name, schema }) => [
      broken(
        `parameter ${name}`,
        name === 'cursor' ? undefined : name,
        brokenPairs(name, schema).map((pairs) => String(new URLSearchParams([...pairs]))),
      ),
      broken(`parameter ${name} twice`, name, twice(name, schema)),
      broken(
        `parameter ${name} with NUL`,
        undefined,
        fc.constantFrom('%00', 'a%00b').map((value) => `${name}=${value}`),
      ),
      broken(
        `parameter ${name} with bad UTF-8`,
        undefined,
        fc.constantFrom('%ff', 'a%c3', '%ed%a0%80', '%', '%z1').map((value) => `${name}=${value}`),
      ),
    ]),
  ];
}

/** Only short values: two long ones make the URL too long. */
const twice = (name: string, schema: Schema): Arbitrary<string> => {
  const value = valid(schema).map((given) => [...String(given)].slice(0, 20).join(''));
  const pairs = fc.tuple(value, value).map((values) => values.map((given): [string, string] => [name, given]));
  return pairs.map((given) => String(new URLSearchParams(given)));
};

/** The names and values of a parameter that is refused. An object has one name for each of its members. */
function brokenPairs(name: string, schema: Schema): Arbitrary<readonly [string, string][]> {
  const { type, maxProperties = 0, additionalProperties } = schema;
  if (type !== 'object') return brokenText(name, schema).map((value) => [[name, value]]);
  const { maxLength = 0 } = typeof additionalProperties === 'object' ? additionalProperties : {};
  const tooMany = Array.from({ length: maxProperties + 1 }, (_, place): [string, string] => [`${name}[k${place}]`, '']);
  return fc.constantFrom<readonly [string, string][]>(
    tooMany,
    [[name, 'a']],
    [[`${name}[a]`, 'x'.repeat(maxLength + 1)]],
  );
}

/** Texts that a parameter refuses. A cursor refuses every text that no page returned. */
function brokenText(name: string, schema: Schema): Arbitrary<string> {
  const { type, enum: allowed, format, pattern, minimum = 0, maximum = 0, minLength = 0, maxLength } = schema;
  if (name === 'cursor') {
    return fc.oneof(fc.constantFrom('a', 'bnVsbA', 'W10', 'WzEsImEiLCJiIl0'), fc.string({ minLength: 1 }));
  }
  if (type === 'integer') return fc.constantFrom(...noIntegers, String(minimum - 1), String(maximum + 1));
  if (type === 'boolean') return fc.constantFrom('', '0', '1', 'yes', 'TRUE', 'null', ' true');
  if (format === 'date-time')
    return fc.constantFrom('', '1', 'yesterday', '2020-01-01', '2020-13-01T00:00:00Z', '12:00');
  if (pattern === dayPattern) return fc.constantFrom('', 'today', '2026-1-1', '20260101', '2026-01-01T00:00:00Z');
  if (allowed !== undefined) {
    const near = allowed.flatMap((value) => [`${value} `, String(value).toUpperCase()]);
    return fc.constantFrom('', 'nonsense', ...near);
  }
  return fc.constantFrom(
    ...(name === 'fields' ? ['', 'nonsense', '_id,', '_id,_ID', 'constructor'] : []),
    ...(minLength > 0 ? [''] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  );
}

const noIntegers = ['', ' ', 'a', '1.5', 'NaN', 'Infinity', '1e400', '0x10', '1_0', 'null', 'true', '9'.repeat(400)];
