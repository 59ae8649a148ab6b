import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from './document.ts';

/** The keywords that the generators support or ignore; they throw on any other. */
const known = new Set(
  'type enum anyOf pattern format minLength maxLength minimum maximum items minItems maxItems uniqueItems properties required additionalProperties maxProperties description default examples writeOnly'.split(
    ' ',
  ),
);

/** Max length of a random text; longer ones repeat one character up to the exact limit. */
const usualLength = 60;

/** Values that a schema allows, including its exact limits. Throws on an unknown keyword, pattern or format. */
export function valid(schema: Schema): Arbitrary<unknown> {
  for (const keyword of Object.keys(schema)) {
    if (!known.has(keyword)) throw new Error(`The generators do not know the keyword ${keyword} yet.`);
  }
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valid));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000_000, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e300, max: schema.maximum ?? 1e300, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return list(schema);
    case 'object':
      return record(schema);
    default:
      throw new Error('The generators do not know what a schema without a type allows.');
  }
}

function list({ items = {}, minItems = 0, maxItems = 10, uniqueItems = false }: Schema): Arbitrary<unknown[]> {
  const bounds = { minLength: minItems, maxLength: maxItems };
  return uniqueItems ? fc.uniqueArray(valid(items), bounds) : fc.array(valid(items), bounds);
}

function record(schema: Schema): Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], additionalProperties, maxProperties = 50 } = schema;
  if (typeof additionalProperties === 'object') {
    const isAnything = Object.keys(additionalProperties).length === 0;
    return entries(isAnything ? anyValues : valuesOf(additionalProperties), maxProperties);
  }
  const fields = Object.entries(properties).map(([name, schema]) => [name, valid(schema)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
}

/** Field names that are forbidden at any depth. */
const forbidden = /"(?:__proto__|constructor|prototype)":/;

/** The values of an object whose keys are free: usual ones, and that of the key at a place of the largest object. */
interface Values {
  readonly usual: Arbitrary<unknown>;
  readonly at: (place: number) => unknown;
}

const anyValues: Values = { usual: fc.jsonValue(), at: (place) => place };

const valuesOf = (schema: Schema): Values => ({ usual: valid(schema), at: (place) => `value ${place}` });

/** An object with arbitrary keys. */
function entries({ usual, at }: Values, maxProperties: number): Arbitrary<Record<string, unknown>> {
  const name = fc.array(character, { minLength: 1, maxLength: 10 }).map((characters) => characters.join(''));
  const some = fc.dictionary(name, usual, { maxKeys: 5, noNullPrototype: true });
  const most = fc.constant(
    Object.fromEntries(Array.from({ length: maxProperties }, (_, index) => [`key ${index}`, at(index)])),
  );
  return fc
    .oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: most })
    .filter((value) => !forbidden.test(JSON.stringify(value)));
}

/** Characters of every kind except NUL, which no text may contain: control characters, marks, any plane. */
export const character: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((text) => text !== '\0'),
  fc.constantFrom('\u0001', '\u007f', '\u2028', '\ufeff', '\uffff', '‮', '"', '\\', '<', "'", '%', '😀'),
);

function text(schema: Schema): Arbitrary<string> {
  const { minLength = 0, maxLength = 200 } = schema;
  if (schema.format === 'email') return email;
  if (schema.format === 'date-time') return time;
  if (schema.format !== undefined) throw new Error(`The generators do not know the format ${schema.format} yet.`);
  if (schema.pattern === credentialPattern) return credential(schema);
  if (schema.pattern === bytesPattern) return bytes(schema);
  if (schema.pattern?.includes('[0-9a-fA-F]{12}') === true) return fc.uuid();
  if (plainPatterns.includes(schema.pattern ?? '')) return fc.stringMatching(new RegExp(schema.pattern ?? ''));
  if (schema.pattern === printablePattern) return printable(schema);
  const known = byPattern.get(schema.pattern ?? '');
  if (known !== undefined) return known;
  if (schema.pattern !== undefined && schema.pattern !== visiblePattern) return trimmed(schema.pattern, maxLength);
  const short = fc.array(character, { minLength, maxLength: Math.max(minLength, Math.min(maxLength, usualLength)) });
  const atLimits = fc
    .tuple(character, fc.constantFrom(minLength, maxLength))
    .map(([one, count]) => [...one][0]?.repeat(count) ?? '');
  const any = fc.oneof(
    { weight: 9, arbitrary: short.map((characters) => [...characters.join('')].slice(0, maxLength).join('')) },
    { weight: 1, arbitrary: atLimits },
  );
  return schema.pattern === undefined ? any : any.filter((value) => /\S/u.test(value));
}

/** Patterns of letters and digits, whose texts are drawn from the pattern: names of tools, digests, and clock times. */
const plainPatterns = ['^[a-zA-Z0-9_-]{1,64}$', '^[0-9a-f]{64}$', '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$'];

/** Any characters but control characters, as names of branches and buckets are. */
const printablePattern = '^[^\\x00-\\x1f\\x7f]*$';

const printable = ({ minLength = 0, maxLength = 200 }: Schema): Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...'abz09-_./ äß日😀'), { minLength, maxLength: Math.min(maxLength, 100) })
    .map((characters) => characters.join(''));

/** A language by BCP 47, as far as a pattern can say. */
const languagePattern = '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$';

/** The name of a tool. */
const toolNamePattern = '^[a-zA-Z0-9_-]{1,64}$';

const language = fc.constantFrom('en', 'DE', 'pt-BR', 'zh-Hant-TW', 'ar', 'tlh', 'de-DE-1996-x-none');

/** Visible ASCII characters without spaces, as a header takes them. */
export const credentialPattern = '^[\\x21-\\x7e]+$';

const credential = ({ minLength = 1, maxLength = 200 }: Schema): Arbitrary<string> => {
  const unit = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  return fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit, minLength, maxLength: Math.min(maxLength, usualLength) }) },
    { weight: 1, arbitrary: fc.string({ unit, minLength: maxLength, maxLength }) },
  );
};

/** Bytes in base64url. */
const bytesPattern = '^[A-Za-z0-9_-]+$';

const bytes = ({ minLength = 1, maxLength = 200 }: Schema): Arbitrary<string> => {
  const unit = fc.constantFrom(...'ABCXYZabcxyz0189_-');
  return fc.oneof(
    { weight: 9, arbitrary: fc.string({ unit, minLength, maxLength: Math.min(maxLength, usualLength) }) },
    { weight: 1, arbitrary: fc.string({ unit, minLength: maxLength, maxLength }) },
  );
};

/** Common and uncommon email addresses. */
const email = fc
  .tuple(
    fc.stringMatching(/^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]{1,40}$/),
    fc.stringMatching(/^[a-z0-9-]{1,20}(\.[a-z0-9-]{1,20}){0,2}\.[a-z]{2,10}$/),
  )
  .map(([local, domain]) => `${local}@${domain}`);

const time = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** A day, such as `2026-11-25`: the pattern allows more than the calendar. */
export const dayPattern = '^[12]\\d{3}-\\d{2}-\\d{2}$';

const day = time.map((text) => text.slice(0, 10));

/** Text that isn't only white space. */
export const visiblePattern = '\\S';

/** Text whose first and last characters aren't white space. */
const trimmedPattern = /^\^\\s\*\\S\(\?:\[\\s\\S\]\{0,(\d+)\}\\S\)\?\\s\*\$$/;

/** Returns the number of characters that the pattern allows between white space; undefined for other patterns. */
export function trimmedLength(pattern: string): number | undefined {
  const [, inner] = trimmedPattern.exec(pattern) ?? [];
  return inner === undefined ? undefined : Number(inner) + 2;
}

function trimmed(pattern: string, maxLength: number): Arbitrary<string> {
  const length = trimmedLength(pattern);
  if (length === undefined) throw new Error(`The generators do not know the pattern ${pattern} yet.`);
  const visible = character.map((one) => [...one].find((part) => /\S/u.test(part)) ?? 'x');
  const inner = fc.oneof(
    { weight: 9, arbitrary: fc.array(character, { maxLength: 20 }).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.constant('n'.repeat(length)) },
  );
  const space = fc.stringMatching(/^\s{0,3}$/);
  return fc.tuple(space, visible, inner, visible, space).map(([before, first, between, last, after]) => {
    const core = [first, ...[...between].slice(0, length - 2), last].join('');
    return [...`${before}${core}${after}`].length <= maxLength ? `${before}${core}${after}` : core;
  });
}

/** Texts of patterns that say all. */
const byPattern: ReadonlyMap<string, Arbitrary<string>> = new Map([
  [dayPattern, day],
  [languagePattern, language],
  [toolNamePattern, fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/)],
]);
