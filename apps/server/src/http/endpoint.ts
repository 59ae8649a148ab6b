import type { Static, TSchema } from 'typebox';
import type { Principal, RequestActor, SessionActor, VisitorActor } from '../access/actor.ts';
import type { Permission } from '../access/scopes.ts';
import type { ErrorCode } from '../errors.ts';
import type { Repeat } from '../storage/idempotency.ts';
import type { AwaitedAnswer } from '../storage/scans/scan-queue.ts';
import type { Statement } from '../storage/unit.ts';
import type { BodyKind, ContentOf } from './body.ts';
import type { Answer } from './responses/envelope.ts';

/**
 * The access that an endpoint requires: none, any valid key or session, a session, or the permission. For a permission,
 * the scope is checked before the body is read; the service checks the role in the workspace.
 */
export type Access = 'public' | 'anyone' | 'session' | Permission;

/** The data of every call besides its params, query and body. */
export interface CallContext {
  /** The ID of the request, as in `X-Request-Id`. */
  readonly requestId: string;
  /** The trace that the request belongs to, by a valid `traceparent`. */
  readonly traceId: string | undefined;
  /** The client's IP address. */
  readonly address: string;
  readonly userAgent: string;
  readonly headers: Screened['headers'];
  /** The `Origin` and the `Host` of the request. */
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** The row versions in `If-Match`; undefined if the header is missing or `*`. */
  readonly ifMatch: readonly number[] | undefined;
  /** True if the site is served over https, so that cookies can be `Secure`. */
  readonly secure: boolean;
  /** True if `Accept` asks for server-sent events. */
  readonly wantsEvents: boolean;
  /** The event ID after which a stream resumes (`Last-Event-ID`). */
  readonly lastEventId: string | undefined;
  /**
   * Identifies a request with an `Idempotency-Key`, for an endpoint that answers long after its effect (a turn). The
   * endpoint stores it with the effect, and finds the effect by it until the answer is stored.
   */
  readonly repeat: Repeat | undefined;
  /** Tells waiting reads whether the client still waits for the answer; only defined if the endpoint `scans`. */
  readonly awaited: AwaitedAnswer | undefined;
}

/** Facts about a request before its body is read. */
export interface Screened {
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly address: string;
}

/** Rules of an endpoint for visitors: the fields that they may send, and the data of the answer that they see. */
export interface ForVisitors {
  /** The names of the query parameters and of the fields of the body that a visitor may send. */
  readonly takes: readonly string[];
  /** Returns what the visitor sees of the data of an answer, or of an event; undefined for one that stays hidden. */
  shows(data: unknown, visitor: VisitorActor, event?: string): unknown;
}

/** An authenticated caller. */
export interface Caller<Visitors = undefined> {
  /** The actor; services take it as first argument. */
  readonly actor: Visitors extends ForVisitors ? RequestActor : Principal;
  /**
   * Returns the statements that store the answer under the request's `Idempotency-Key`, for the effect's unit of work.
   * Returns none if the request has no key.
   */
  remember(answer: Answer<unknown>): readonly Statement[];
}

/** The caller of an endpoint: only sessions reach one whose access is `session`. */
type CallerOf<Access_, Visitors> = Access_ extends 'public'
  ? object
  : Access_ extends 'session'
    ? Omit<Caller, 'actor'> & { readonly actor: SessionActor }
    : Caller<Visitors>;

type PartOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/** One call of an endpoint with validated parts. */
export type Call<Access_, Params, Query, Body, Visitors = undefined> = CallContext & {
  readonly params: PartOf<Params>;
  readonly query: PartOf<Query>;
} & ContentOf<Body> &
  CallerOf<Access_, Visitors>;

/** The kinds of answers without data: a sentence, server-sent events, or a streamed text (JSON Lines or CSV). */
type Dataless = 'message' | 'events' | 'text';

/**
 * The data type of an answer. Names are checked first, because TypeBox's `TSchema` is an empty interface, which strings
 * match, too.
 */
type DataOf<Data> = Data extends Dataless ? never : Data extends TSchema ? Static<Data> : never;

type PreviewOf<Preview> = Preview extends TSchema ? Static<Preview> : never;

/** One operation of the API. Route, validation, OpenAPI document and the tests' matrix are derived from it. */
export interface EndpointSpec<
  Access_ extends Access,
  Params extends TSchema | undefined,
  Query extends TSchema | undefined,
  Body extends TSchema | BodyKind | undefined,
  Data extends TSchema | Dataless,
  Preview extends TSchema | undefined,
  Visitors extends ForVisitors | undefined,
> {
  /** The operation ID: unique, camelCase; also used in the SDKs' contract test. */
  readonly id: string;
  /**
   * Its method in the clients: the resources and the name, as in `workspaces.members.list`. Undefined if only platforms
   * call it.
   */
  readonly client?: `${string}.${string}`;
  /** The method that streams the answer, if there are two. */
  readonly clientStream?: `${string}.${string}`;
  /** The method that returns what the request would do (`preview`). */
  readonly clientPreview?: `${string}.${string}`;
  /** The method that sends a form, if JSON is accepted, too. */
  readonly clientUpload?: `${string}.${string}`;
  /**
   * True if clients may repeat a request whose answer was lost. Needed if its method and its key don't tell (RFC 9110).
   */
  readonly clientRepeats?: boolean;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for path parameters. */
  readonly path: string;
  readonly access: Access_;
  /**
   * True if a session whose person has a second factor must have proved it in the last 15 minutes. A request that only
   * asks for a `preview` is exempt.
   */
  readonly confirmed?: boolean;
  /** Rules for visitors of channels; undefined if the endpoint refuses them. */
  readonly visitors?: Visitors;
  /**
   * Throws unless the request may be one of the senders of a public endpoint, as far as its path and headers tell; runs
   * before its body is read. An endpoint that screens takes bodies of more than 8 KiB.
   */
  readonly screen?: (request: Screened) => Promise<void>;
  /** Throws if the endpoint no longer exists; runs before any other check of the request. */
  readonly exists?: () => Promise<void>;
  /** A name in `openapi/tags.ts`. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Params;
  readonly query?: Query;
  /** A schema for JSON of at most 1 MiB, or another kind of body (`body.ts`); at most 8 KiB if access is public. */
  readonly body?: Body;
  /** The schema of `data`, or the kind of answer without data. */
  readonly data: Data;
  /** The schema of `data` if the request is a preview (`dryRun=true`), for an answer with a sentence. */
  readonly preview?: Preview;
  /** An example of the sentence; required for an answer with one. */
  readonly says?: string;
  /** An example of each text by its media type; required for an answer with texts. */
  readonly texts?: Readonly<Record<string, () => string>>;
  /** True if it may answer a platform in that platform's own words, as JSON or plain text (`Answer.foreign`). */
  readonly foreign?: boolean;
  /** True if it answers with server-sent events on request. */
  readonly streams?: boolean;
  /** The schema of each server-sent event, an object of its `id`, `event` and `data`; if it answers with events. */
  readonly events?: TSchema;
  /** True if it sends a message to a model; then a session's request counts for the account, as a key's does. */
  readonly sends?: boolean;
  /** True if it waits for a model; then it is never logged as slow. */
  readonly patient?: boolean;
  /** True if its reads may take long. Such reads wait for their turn, and may end as `query_timeout`. */
  readonly scans?: boolean;
  /** 201 for endpoints that create something; 200 by default. */
  readonly status?: 200 | 201;
  /** Returns the URL of the created resource, sent as `Location`; required for 201. */
  readonly location?: (data: DataOf<Data>, params: PartOf<Params>) => string;
  /** True if the request determines whether something is created: the answer says so (`Answer.created`). */
  readonly mayCreate?: boolean;
  /** Errors of this endpoint, in addition to those of its kind. */
  readonly errors?: readonly ErrorCode[];
  /** True if the answer has an `ETag`; then `If-None-Match` is honoured. */
  readonly tagged?: boolean;
  /**
   * True if the answer contains data that its entity tag doesn't cover, such as a time that changes without a new
   * version. Then `If-None-Match` isn't honoured: a cache would keep stale data.
   */
  readonly live?: boolean;
  /** True if the answer contains a secret; then it is sent with `Cache-Control: no-store`. */
  readonly secret?: boolean;
  /**
   * True if it accepts an `Idempotency-Key`; the default for every POST. With `by effect`, the endpoint itself finds an
   * existing effect by `CallContext.repeat`.
   */
  readonly repeatable?: boolean | 'by effect';
  readonly handle: (
    call: Call<Access_, Params, Query, Body, Visitors>,
  ) => Promise<Answer<DataOf<Data> | PreviewOf<Preview>>>;
}

/** An endpoint with any types, as the server mounts it. */
// biome-ignore lint/suspicious/noExplicitAny: the parts' types are checked where the endpoint is defined.
export type Endpoint = EndpointSpec<any, any, any, any, any, any, any>;

/** Methods that change what is there: callers of other services expect either, so both do the same. */
const merging = ['PUT', 'PATCH'] as const;

/** The methods that an endpoint accepts: of PUT and PATCH also the one that its description doesn't name. */
export const methodsOf = ({ method }: Pick<Endpoint, 'method'>): readonly Endpoint['method'][] =>
  method === 'PUT' || method === 'PATCH' ? merging : [method];

/** True if the endpoint accepts an `Idempotency-Key`. */
export const isRepeatable = ({ method, repeatable, access }: Endpoint): boolean =>
  method === 'POST' && repeatable !== false && access !== 'public';

/** Defines an endpoint; infers the types of the call and of the answer from its schemas. */
export function endpoint<
  const Access_ extends Access,
  Data extends TSchema | Dataless,
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | BodyKind | undefined = undefined,
  Preview extends TSchema | undefined = undefined,
  Visitors extends ForVisitors | undefined = undefined,
>(spec: EndpointSpec<Access_, Params, Query, Body, Data, Preview, Visitors>): Endpoint {
  return spec;
}

/** True if the answer of an endpoint can be 304. */
export const isConditional = ({ method, tagged, live }: Pick<Endpoint, 'method' | 'tagged' | 'live'>): boolean =>
  method === 'GET' && tagged === true && live !== true;
