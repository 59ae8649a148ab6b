import fc, { type Arbitrary } from 'fast-check';
import { brokenObjects } from './broken.ts';
import type { Operation, Parameter, Schema } from './document.ts';
import { type Draft, pairsIn } from './draft.ts';
import { brokenBytes, brokenForms, validBytes, validForm } from './form.ts';
import { character, dayPattern, valid } from './valid.ts';

const sound = { breaks: undefined, status: undefined, field: undefined };
const nothing = { ...sound, params: {}, headers: {}, files: [], more: [], type: undefined, raw: undefined };

/** True if the request at this place of a sample is valid: two of any five in a row are. */
const isSound = (_: unknown, place: number) => (2 * place) % 5 < 2;

/**
 * Samples requests of an operation: two of five are valid, the others each break one rule of openapi.json or of the
 * contract.
 */
export function sampleDrafts(operation: Operation, { seed, count }: { seed: number; count: number }): Draft[] {
  const sound = validDrafts(operation);
  const broken = [
    ...bodies[operation.kind](operation),
    ...brokenQueries(operation),
    ...brokenPaths(operation),
    ...brokenHeaders(operation),
  ].map((change) => fc.tuple(sound, change).map(([draft, changes]): Draft => ({ ...draft, ...changes })));
  const kinds = Array.from({ length: count }, isSound);
  const sample = (arbitrary: Arbitrary<Draft>, wanted: boolean) =>
    fc.sample(arbitrary, { seed, numRuns: kinds.filter((kind) => kind === wanted).length }).values();
  const [valid, invalid] = [sample(sound, true), sample(fc.oneof(...broken), false)];
  return kinds.flatMap((kind) => (kind ? valid : invalid).next().value ?? []);
}

/** The ways to break a body, by its kind. */
const bodies = {
  json: (operation: Operation) => [...brokenBodies(operation), ...rawBodies(operation)],
  form: brokenForms,
  bytes: brokenBytes,
};

function validBody(operation: Operation): Partial<Record<keyof Draft, Arbitrary<unknown>>> {
  const { kind, body } = operation;
  if (body === undefined) return {};
  if (kind === 'form') return validForm(operation);
  return kind === 'bytes' ? validBytes(operation) : { body: valid(body) };
}

function validDrafts(operation: Operation): Arbitrary<Draft> {
  const { parameters } = operation;
  return fc.record({
    ...Object.fromEntries(Object.entries(nothing).map(([name, value]) => [name, fc.constant(value)])),
    body: fc.constant(undefined),
    ...validBody(operation),
    query: validQuery(parameters),
    headers: validHeaders(parameters),
  }) as unknown as Arbitrary<Draft>;
}

const inQuery = (parameters: readonly Parameter[]) => parameters.filter((parameter) => parameter.in === 'query');

/** Any subset of parameters in any order; cursors are left to the tests of pages. */
function validQuery(parameters: readonly Parameter[]): Arbitrary<string> {
  const own = inQuery(parameters).filter(({ name }) => name !== 'cursor');
  const pairsOf = (chosen: readonly Parameter[]) =>
    chosen.map(({ name, schema }) => valid(schema).map((value) => pairsIn(name, value as object | string)));
  const needed = pairsOf(own.filter(({ required }) => required));
  return fc
    .shuffledSubarray(pairsOf(own.filter(({ required }) => !required)))
    .chain((chosen) => fc.tuple(...needed, ...chosen).map((given) => String(new URLSearchParams(given.flat()))));
}

/** Optional headers of a valid request: conditions that hold, and an unused key. */
function validHeaders(parameters: readonly Parameter[]): Arbitrary<Record<string, string | undefined>> {
  const values: Readonly<Record<string, Arbitrary<string>>> = {
    'Idempotency-Key': fc.uuid(),
    'If-Match': fc.constantFrom('*', ' * '),
    'If-None-Match': fc.constantFrom('"0"', 'W/"0"', '"a", "b"', '0', ',"nonsense"'),
    'Last-Event-ID': fc.constantFrom('', 'nonsense', 'msg_:1', ':', '0'),
  };
  const own = parameters.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
  return fc.record(Object.fromEntries(own), { requiredKeys: [] });
}

function brokenBodies({ body, isBody }: Operation): Arbitrary<Partial<Draft>>[] {
  if (body === undefined) return [];
  return brokenObjects(body).map(({ rule, field, values }) =>
    values
      // JSON Schema can't say which text a database stores; the document decides everything else.
      .filter((value) => rule.endsWith('no text to keep') || !isBody(value))
      .map((value) => ({ breaks: rule, status: 400, field, body: value })),
  );
}

const json = { 'content-type': 'application/json' };
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const lawful = ['{}', '{"name":"a"}'];

/** Bodies that aren't a JSON object: the problem, the status, the bytes and the headers. */
const notJson: readonly (readonly [string, number, readonly (string | Buffer)[], Record<string, string>])[] = [
  ['no JSON', 400, ['{', '{"a":}', "{'a':1}", '{"a":1,}', 'NaN', '{} {}', '{"a":01}', '{"a":"\n"}'], json],
  ['no object', 400, ['[]', '"a"', '1', 'null', 'true', '[{}]'], json],
  ['no UTF-8', 400, [Buffer.from('{"\xff":1}', 'latin1'), Buffer.from('{"a":"\xe9"}', 'latin1')], json],
  ['too deep', 400, [deep(33), deep(5000), `{"a":${'['.repeat(40)}${']'.repeat(40)}}`], json],
  ['too many values', 400, [`{"a":[${'0,'.repeat(10_000)}0]}`], json],
  ['no finite number', 400, ['{"temperature":1e400}', '{"overlapHours":-1e999}'], json],
  ['no media type', 415, lawful, {}],
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json', 'json'].map(
    (type) => [`sent as ${type}`, 415, lawful, { 'content-type': type }] as const,
  ),
  ...['gzip', 'br', 'deflate'].map(
    (coding) => [`encoded as ${coding}`, 415, lawful, { ...json, 'content-encoding': coding }] as const,
  ),
];

/** The most bytes of a body without credentials. */
const maxPublicBytes = 8 * 1024;

function rawBodies({ body, isPublic, types }: Operation): Arbitrary<Partial<Draft>>[] {
  if (body === undefined) return [];
  // Some take a form as well.
  const refused = notJson.filter(
    ([, , , { 'content-type': type = '' }]) => !types.slice(1).includes(type.split(';', 1)[0] ?? ''),
  );
  return refused.map(([breaks, status, texts, headers]) =>
    fc.constantFrom(...texts).map((raw) => {
      const isTooLarge = isPublic && status === 400 && raw.length > maxPublicBytes;
      return { breaks, status: isTooLarge ? 413 : status, raw, headers };
    }),
  );
}

function brokenQueries({ parameters }: Operation): Arbitrary<Partial<Draft>>[] {
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
        brokenText(name, schema).map((value) => String(new URLSearchParams([[name, value]]))),
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
    ...(minLength > 0 ? [''] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  );
}

const noIntegers = ['', ' ', 'a', '1.5', 'NaN', 'Infinity', '1e400', '0x10', '1_0', 'null', 'true', '9'.repeat(400)];

/** Unknown IDs: a malformed one and an unknown one get the same 404. A hook doesn't tell that a source is unknown. */
function brokenPaths({ id, parameters }: Operation): Arbitrary<Partial<Draft>>[] {
  const text = fc.oneof(
    fc.array(character, { minLength: 1, maxLength: 30 }).map((characters) => characters.join('')),
    fc.constantFrom(
      '.',
      '..',
      '../..',
      'a/b',
      ':id',
      '{id}',
      '*',
      'undefined',
      'null',
      '0',
      '-1',
      "' or 1=1 --",
      'x'.repeat(5000),
    ),
    fc.constantFrom('agent_00000000000000000000000000', 'AGENT_', '\0', 'a\0'),
  );
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .flatMap(({ name }) => [
      // A number may be that of something.
      text
        .filter((value) => !/^\d{1,9}$/.test(value))
        .map((value) => ({
          breaks: `unknown ${name}`,
          status: id === 'receiveKnowledgeSourceHook' ? 401 : 404,
          params: { [name]: encodeURIComponent(value) },
        })),
      fc
        .constantFrom('%', '%zz', '%ff', '%c3%28')
        .map((value) => ({ breaks: `undecodable ${name}`, status: 400, params: { [name]: value } })),
    ]);
}

function brokenHeaders({ parameters }: Operation): Arbitrary<Partial<Draft>>[] {
  const names = new Set(parameters.map(({ name }) => name));
  const broken = (name: string, status: number, values: readonly string[]) =>
    names.has(name)
      ? [fc.constantFrom(...values).map((value) => ({ breaks: name, status, headers: { [name]: value } }))]
      : [];
  return [
    ...broken('Idempotency-Key', 400, ['x'.repeat(256), 'é', 'a\tb', '\u00a0']),
    ...broken('If-Match', 412, ['"0"', '"999999"', 'W/"999999"', '999999', '"nonsense"']),
    ...broken('If-Match', 400, ['"1', 'nonsense', ', ,', '"1" "2"']),
    ...broken('If-None-Match', 400, ['"1', 'nonsense', ', ,', '"1" "2"']),
  ];
}
