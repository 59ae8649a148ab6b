import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { offendersOf } from '../../../apps/server/testing/offenders/offenders.ts';
import { type Field, readDocument, resolve, type Schema } from '../../../scripts/clients/document.mjs';
import { fullName, methodsOf } from '../../../scripts/clients/methods.mjs';
import { readTypeScriptClient, type TypeScriptMethod } from '../../../scripts/clients/typescript.mjs';
import { errorCodes, Parley } from '../src/index.ts';
import { key } from './clients.ts';

const packageFolder = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, packageFolder), 'utf8');

const document = readDocument(JSON.parse(read('../../openapi.json')));
const own = new Map(
  readTypeScriptClient(fileURLToPath(packageFolder)).methods.map((method) => [method.fullName, method.parameters]),
);

interface Taken {
  readonly query: readonly Field[];
  readonly body: readonly Field[];
  /** Parameters of the TypeScript method; undefined if it is missing. */
  readonly parameters: TypeScriptMethod['parameters'] | undefined;
}

const methods = methodsOf(document).map((method) => ({
  ...method,
  full: fullName(method),
  parameters: own.get(fullName(method)),
}));

/** A value that a field takes. */
function sample(schema: Schema): unknown {
  const { anyOf, enum: values, items, format, type = '' } = resolve(schema, document.schemas);
  if (format === 'binary') return { name: 'a.txt', content: 'Hello' };
  if (anyOf?.[0] !== undefined) return sample(anyOf[0]);
  if (values !== undefined) return values[0];
  if (items !== undefined) return [sample(items)];
  return { integer: 1, number: 0.5, boolean: true, object: { key: 'text' } }[type] ?? 'text';
}

/** The arguments of a call: an ID for each parameter of the path, and a value for each of these fields. */
function argumentsFor({ query, body, parameters = [] }: Taken, fields: readonly Field[]): unknown[] {
  const values = new Map(fields.map(({ name, schema }) => [name, sample(schema)]));
  const inputs = new Set([...query, ...body].map(({ name }) => name));
  return parameters.map((parameter) => {
    if (parameter.fields === undefined) return inputs.has(parameter.name) ? values.get(parameter.name) : 'id';
    const names = parameter.fields.map(({ name }) => name);
    // An object of IDs identifies what is within something else: a member of a workspace.
    if (names.every((name) => !inputs.has(name))) return Object.fromEntries(names.map((name) => [name, 'id']));
    return Object.fromEntries(names.filter((name) => values.has(name)).map((name) => [name, values.get(name)]));
  });
}

/** Reads what a method returns, as far as it goes: this test's service sends no stream. */
async function settle(result: PromiseLike<unknown> | AsyncIterable<unknown>): Promise<void> {
  try {
    if ('then' in result) await result;
    else await result[Symbol.asyncIterator]().next();
  } catch {}
}

/** Calls a method with these fields against a service that accepts everything; returns the request. */
async function sentBy(method: Taken & { readonly full: string }, fields: readonly Field[]) {
  const sent: [string, RequestInit][] = [];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push([url, init]);
    return Response.json({ success: true, data: { items: [], nextCursor: null } });
  };
  const client = new Parley({ apiKey: key, baseURL: 'http://localhost', fetch });
  const path = method.full.split('.');
  const call = path.reduce((owner: unknown, name) => Reflect.get(owner as object, name), client) as (
    ...args: unknown[]
  ) => PromiseLike<unknown> | AsyncIterable<unknown>;
  await settle(call(...argumentsFor(method, fields)));
  const [[url, init] = ['', {}]] = sent;
  const { pathname, searchParams } = new URL(url);
  return {
    request: { method: init.method, pathname, count: sent.length },
    // A filter of metadata is sent as `metadata[key]`.
    query: [...searchParams.keys()].map((name) => name.replace('[key]', '')).sort(),
    body: await fieldsOf(init),
    headers: new Headers(init.headers),
  };
}

/** The names of a body's fields: of an object as JSON, or of a form. */
async function fieldsOf({ body, headers = {} }: RequestInit): Promise<string[] | undefined> {
  if (body === undefined) return undefined;
  if (!(body instanceof Blob)) return Object.keys(JSON.parse(String(body))).sort();
  return [...(await new Response(body, { headers }).formData()).keys()].sort();
}

const names = (fields: readonly Field[]) => fields.map(({ name }) => name);

describe('every method of the client', () => {
  it.each([
    ['every parameter', () => true],
    ['only those that it needs', ({ required }: Field) => required],
  ])('sends what openapi.json describes, with %s', { timeout: 300_000 }, async (_what, isGiven) => {
    expect(methods.length).toBeGreaterThan(100);
    const offenders = await offendersOf(
      // Following the log reads page after page: `workspace-events.test.ts`.
      methods.filter(({ full }) => full !== 'events.follow'),
      ({ full }) => `client.${full}`,
      async (method) => {
        const { operation, role, query, body, fixed } = method;
        const constant = (place: 'query' | 'body') =>
          (role === 'stream') === (place === 'body') ? Object.keys(fixed) : [];
        const hasBody = role === 'upload' || (operation.body !== undefined && role !== 'preview');
        const fields = [...query, ...body].filter(isGiven);
        const sent = await sentBy(method, fields);
        const pathname = operation.path.replace(/\{\w+\}/g, 'id');
        expect(sent.request).toEqual({ count: 1, method: operation.verb, pathname });
        expect(sent.query).toEqual([...names(query.filter(isGiven)), ...constant('query')].sort());
        expect(sent.body).toEqual(hasBody ? [...names(body.filter(isGiven)), ...constant('body')].sort() : undefined);
        expect(sent.headers.has('Idempotency-Key')).toBe(operation.headers.includes('Idempotency-Key'));
      },
    );
    expect(offenders).toEqual([]);
  });
});

describe('every operation', () => {
  const { operations } = document;

  it('fails only with known codes', async () => {
    expect(operations.length).toBeGreaterThan(100);
    const offenders = await offendersOf(
      operations,
      ({ id }) => id,
      ({ failures }) => {
        const codes = failures.flatMap((failure) => failure.codes);
        expect(codes.length).toBeGreaterThan(0);
        expect(errorCodes).toEqual(expect.arrayContaining(codes));
      },
    );
    expect(offenders).toEqual([]);
  });

  it('is in api.md', async () => {
    const lines = read('api.md').split('\n');
    const offenders = await offendersOf(
      operations,
      ({ id }) => id,
      ({ verb, path, client }) => {
        const calls = client.upload === undefined ? 1 : 2;
        expect(lines.filter((line) => line.startsWith(`| \`${verb} ${path}\` | \`client.`))).toHaveLength(calls);
      },
    );
    expect(offenders).toEqual([]);
  });
});

it('every known code can occur', () => {
  const codes = new Set(document.operations.flatMap(({ failures }) => failures.flatMap((failure) => failure.codes)));
  // One is of what only platforms call, which the clients leave out; and one belongs to no operation: a path that
  // doesn't have the method.
  expect(errorCodes.filter((code) => !codes.has(code))).toEqual(['invalid_signature', 'method_not_allowed']);
});

it('the generated types are those of openapi.json', () => {
  const run = () => execFileSync('npm', ['run', 'types', '--', '--check'], { cwd: packageFolder, encoding: 'utf8' });
  expect(run).not.toThrow();
}, 180_000);
