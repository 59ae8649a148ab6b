import type { TSchema } from 'typebox';
import { bodyKindOf } from '../../body.ts';
import type { Endpoint } from '../../endpoint.ts';
import { validatedBody } from '../../wire/bodies/bodies.ts';
import { exampleOf, shownOf } from '../examples.ts';

/** A path parameter: its name in the path and in a client, and the value of the example. */
export interface PathValue {
  readonly name: string;
  /** That of a client: `{id}` is named after the segment before it. */
  readonly clientName: string;
  readonly value: string;
}

/** The authentication of a call. */
export type Credential = 'key' | 'session' | 'none';

/** The result of a call, by the way a program reads it. */
export type Result =
  | { readonly kind: 'item' | 'page' | 'items'; readonly name: string; readonly prints: string | undefined }
  | { readonly kind: 'message' | 'reply' | 'stream' | 'events' | 'text' };

/** The example call of an operation, from which the samples of every language are written. */
export interface SampleCall {
  readonly method: string;
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly params: readonly PathValue[];
  readonly query: Readonly<Record<string, unknown>>;
  /** Empty if the operation has no body, or needs no field of it. */
  readonly body: Readonly<Record<string, unknown>>;
  /** True if the body is a form with a file. */
  readonly hasFile: boolean;
  readonly credential: Credential;
  /** The method of the clients. */
  readonly client: string;
  /** The method that streams the answer. */
  readonly clientStream: string | undefined;
  readonly result: Result;
  /** True if its answer sets the session cookie. */
  readonly signsIn: boolean;
}

/** The file of the examples. */
export const exampleFile = 'handbook.pdf';

/** Operations that begin a session. */
const signingIn: readonly string[] = ['signIn', 'acceptInvitation', 'confirmPasswordReset', 'completeSetup'];

/** Returns the example call of an operation, with the examples of its schemas. */
export function callOf(endpoint: Endpoint): SampleCall {
  const { method, path, client, clientStream, access, id } = endpoint;
  const kind = bodyKindOf(endpoint);
  const body: TSchema | undefined = validatedBody(endpoint, kind);
  return {
    method,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    params: paramsOf(endpoint),
    query: queryOf(endpoint),
    body: body === undefined ? rawExample(kind) : (exampleOf(body) as Record<string, unknown>),
    hasFile: kind?.kind === 'multipart',
    credential: access === 'public' ? 'none' : access === 'session' ? 'session' : 'key',
    client: client ?? '',
    clientStream,
    result: resultOf(endpoint),
    signsIn: signingIn.includes(id),
  };
}

const rawExample = (kind: ReturnType<typeof bodyKindOf>) => (kind?.kind === 'raw' ? (kind.example ?? {}) : {});

function paramsOf({ path, params }: Endpoint): PathValue[] {
  if (params === undefined) return [];
  const values = exampleOf(params) as Record<string, string>;
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    if (!segment.startsWith(':')) return [];
    const name = segment.slice(1);
    const before = camelCase(singular(segments[index - 1] ?? ''));
    return [{ name, clientName: name === 'id' ? `${before}Id` : name, value: values[name] ?? '' }];
  });
}

/** The parameters that the operation requires, and those that its schema shows. */
function queryOf({ query }: Endpoint): Record<string, unknown> {
  if (query === undefined) return {};
  const { properties, required = [] } = query as {
    readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
    readonly required?: readonly string[];
  };
  const needed = required.filter((name) => properties[name]?.default === undefined);
  const names = shownOf(query) ?? needed;
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] as TSchema)]));
}

const isReply = (events: TSchema | undefined) =>
  (events as { readonly title?: string } | undefined)?.title === 'ReplyStreamEvent';

function resultOf({ data, sends, events, client = '.' }: Endpoint): Result {
  if (data === 'message') return { kind: 'message' };
  if (data === 'text') return { kind: 'text' };
  if (data === 'events') return { kind: isReply(events) ? 'stream' : 'events' };
  // A suggestion is sent to a model, too, but is no reply.
  if (sends === true && isReply(events)) return { kind: 'reply' };
  const { title, properties } = data as Titled;
  const items = properties?.['items'];
  const resource = singular(client.split('.').at(-2) ?? '');
  if (items !== undefined && title === undefined) {
    const item = items.items?.title;
    return { kind: 'page', name: item === undefined ? resource : nameOf(item), prints: printed(items.items) };
  }
  if (client.endsWith('.list')) return { kind: 'items', name: resource, prints: printed(items?.items) };
  return { kind: 'item', name: title === undefined ? resource : nameOf(title), prints: printed(data as Titled) };
}

interface Titled {
  readonly title?: string;
  readonly type?: string;
  readonly items?: Titled;
  readonly properties?: Readonly<Record<string, Titled>>;
}

/** The field that describes the returned object best; undefined to show everything. */
function printed(schema: Titled | undefined): string | undefined {
  const { properties = {} } = schema ?? {};
  // The secret of a new key, the link of an invitation: returned only once.
  if (properties['key']?.type === 'string') return 'key';
  return ['url', '_id'].find((name) => properties[name] !== undefined);
}

/** A variable for a value of a schema: `apiKey` for both `ApiKey` and `NewApiKey`. */
const nameOf = (title: string) => camelCase(title.replace(/^(New|Listed)(?=[A-Z])/, ''));

const camelCase = (text: string) =>
  text
    .replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase());

const singular = (text: string) => text.replace(/s$/, '');

/** Returns a name in the spelling of Python; `_id` is `id` there. */
export const snakeCase = (name: string): string =>
  name.replace(/^_/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
