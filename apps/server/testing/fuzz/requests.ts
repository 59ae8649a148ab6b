import fc, { type Arbitrary } from 'fast-check';
import { brokenObjects } from './broken.ts';
import type { Operation, Parameter } from './document.ts';
import type { Draft } from './draft.ts';
import { brokenBytes, brokenForms, validBytes, validForm } from './form.ts';
import { brokenQueries, validQuery } from './queries.ts';
import { character, valid } from './valid.ts';

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
    query: validQuery(operation),
    headers: validHeaders(parameters),
  }) as unknown as Arbitrary<Draft>;
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

/**
 * Unknown IDs: a malformed one and an unknown one get the same 404, or 401 where a signature is wrong without a source.
 * An ID of the caller's own creates what it names.
 */
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
  const status = id === 'receiveKnowledgeSourceHook' ? 401 : 404;
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .flatMap(({ name, schema: { maxLength } }) => [
      maxLength === undefined
        ? text
            // A number may be that of something.
            .filter((value) => !/^\d{1,9}$/.test(value))
            .map((value) => ({ breaks: `unknown ${name}`, status, params: { [name]: encodeURIComponent(value) } }))
        : fc
            .constantFrom('x'.repeat(maxLength + 1), 'x\0')
            .map((value) => ({ breaks: `no ${name}`, status: 400, params: { [name]: encodeURIComponent(value) } })),
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
