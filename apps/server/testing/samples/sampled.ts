import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type Operation, readOperations } from '../fuzz/document.ts';

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly 'x-codeSamples': readonly { readonly label: string; readonly source: string }[];
  readonly 'x-parley-client'?: { readonly method: string; readonly stream?: string };
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

/** The languages of the samples, as the document labels them. */
export type Language = 'curl' | 'TypeScript' | 'Python';

/** An operation with its samples. */
export interface Sampled {
  readonly id: string;
  readonly operation: Operation;
  readonly sample: Readonly<Record<Language, string>>;
  /** The methods of the clients; undefined for what only a platform calls. */
  readonly client: { readonly method: string; readonly stream?: string } | undefined;
  /** The example of the request's body; an empty one if it has none. */
  readonly body: unknown;
  /** The example of a success by its media type; of a stream, the events. */
  readonly answers: Readonly<Record<string, Media>>;
}

const path = new URL('../../../../openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(path, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
};
const raw = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);

/** The example of raw bytes is their text. */
const bodyOf = (example: unknown = {}): unknown => (typeof example === 'string' ? JSON.parse(example) : example);

/** Every operation of openapi.json with its samples. */
export const sampled: readonly Sampled[] = readOperations().map((operation) => {
  const found = raw.get(operation.id);
  if (found === undefined) throw new Error(`${operation.id} is not in the document.`);
  const samples = found['x-codeSamples'].map(({ label, source }) => [label, source]);
  return {
    id: operation.id,
    operation,
    sample: Object.fromEntries(samples) as Sampled['sample'],
    client: found['x-parley-client'],
    body: bodyOf(found.requestBody?.content['application/json']?.example),
    answers: (found.responses['201'] ?? found.responses['200'])?.content ?? {},
  };
});

/** The sampled operations that the clients have a method for. */
export const sampledClients = sampled.flatMap(({ client, ...one }) =>
  client === undefined ? [] : [{ ...one, client }],
);

/** A request that a sample sends. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As JSON; undefined without a body. */
  readonly body: string | undefined;
}

/** Checks that a request is the documented one: its method, path, parameters, credential and body. */
export function expectDocumented({ operation, body }: Sampled, sent: SentRequest): void {
  const { pathname, searchParams } = new URL(sent.url);
  // A chunk has a number instead of an ID, a provider its name, and callers have IDs of their own.
  const values = operation.parameters.filter(
    ({ in: place, name }) => place === 'path' && !['number', 'provider', 'externalId'].includes(name),
  );
  expect(sent.method).toBe(operation.method);
  expect(pathname).toMatch(
    new RegExp(
      `^${operation.path
        .replaceAll('{number}', '\\d+')
        .replaceAll('{provider}', '[a-z]+')
        .replaceAll('{externalId}', '[a-z]+-\\d+')
        .replaceAll(/\{\w+\}/g, '[a-z]+_[0-9a-z]{26}')}$`,
    ),
  );
  expect(pathname.split('_').length - 1).toBe(values.length);
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  for (const name of searchParams.keys()) expect(query.map((parameter) => parameter.name)).toContain(name);
  for (const { name } of query.filter(({ required }) => required)) expect(searchParams.has(name)).toBe(true);
  if (operation.body === undefined || sent.body === undefined) {
    expect(sent.body).toBeUndefined();
    return;
  }
  if (operation.kind === 'form') {
    expect(sent.body).not.toBe('');
    return;
  }
  if (operation.kind === 'bytes') {
    expect(JSON.parse(sent.body)).toEqual(body);
    return;
  }
  const { stream: _, ...given } = JSON.parse(sent.body);
  expect(operation.isBody(JSON.parse(sent.body))).toBe(true);
  expect(given).toEqual(body);
}
