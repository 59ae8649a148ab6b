import type { Static, TSchema } from 'typebox';
import type { Principal } from '../access/actor.ts';
import type { Permission } from '../access/scopes.ts';
import type { ErrorCode } from '../errors.ts';
import type { Repeat } from '../storage/idempotency.ts';
import type { Statement } from '../storage/unit.ts';
import type { Answer } from './envelope.ts';

/**
 * Who may call an endpoint: everybody, any valid key or session, a session only, or whoever has the permission.
 * For a permission the scope is checked before the body is read; the role in the workspace at hand by the service.
 */
export type Access = 'public' | 'anyone' | 'session' | Permission;

/** What every call carries, beside its parameters, query and body. */
export interface CallContext {
  /** The address of the other end, as text. */
  readonly address: string;
  readonly userAgent: string;
  /** The versions that `If-Match` names; undefined where the header is missing or `*`. */
  readonly ifMatch: readonly number[] | undefined;
  /** Whether the reply goes over https, so that cookies can be marked `Secure`. */
  readonly secure: boolean;
  /** Whether `Accept` asks for server-sent events. */
  readonly wantsEvents: boolean;
  /** Where a stream is to go on from (`Last-Event-ID`). */
  readonly lastEventId: string | undefined;
  /**
   * How a request with an `Idempotency-Key` is known, for an endpoint that answers long after its effect (a model's
   * turn): it remembers the effect under this, and finds it by it until its answer is kept.
   */
  readonly repeat: Repeat | undefined;
}

/** A caller who has been recognised. */
export interface Caller {
  /** Who acts; a service takes it first. */
  readonly actor: Principal;
  readonly principal: Principal;
  /**
   * The statements that remember the answer under the request's `Idempotency-Key`, for the unit of work that has the
   * effect; none where the request carried no key.
   */
  remember(answer: Answer<unknown>): readonly Statement[];
}

type PartOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/** One call of an endpoint whose parts have been validated. */
export type Call<Access_, Params, Query, Body> = CallContext & {
  readonly params: PartOf<Params>;
  readonly query: PartOf<Query>;
  readonly body: PartOf<Body>;
} & (Access_ extends 'public' ? object : Caller);

/** What an answer is that carries no data: a sentence, server-sent events, or a long text (JSON Lines or CSV). */
type Dataless = 'message' | 'events' | 'text';

/** The data of an answer. The names come first: TypeBox's `TSchema` is an empty interface, which any text is, too. */
type DataOf<Data> = Data extends Dataless ? never : Data extends TSchema ? Static<Data> : never;

/** One operation of the API: from it come the route, the validation, the OpenAPI document and the tests' matrix. */
export interface EndpointSpec<
  Access_ extends Access,
  Params extends TSchema | undefined,
  Query extends TSchema | undefined,
  Body extends TSchema | undefined,
  Data extends TSchema | Dataless,
> {
  /** The operation's name: unique, camelCase, also the name in the SDKs' contract test. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for a path parameter. */
  readonly path: string;
  readonly access: Access_;
  /** Throws where the endpoint isn't there any more; asked before anything else of the request is looked at. */
  readonly exists?: () => Promise<void>;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The schema of `data`, or what the answer is instead. */
  readonly data: Data;
  /** It answers with server-sent events, if asked to. */
  readonly streams?: boolean;
  /** It waits for a model, so it is not logged as slow. */
  readonly patient?: boolean;
  /** 201 for what creates; everything else answers 200. */
  readonly status?: 200 | 201;
  /** Where what was created is; becomes `Location`, which every 201 carries. */
  readonly location?: (data: DataOf<Data>, params: PartOf<Params>) => string;
  /** Failures of its own, beside those that every endpoint of its kind has. */
  readonly errors?: readonly ErrorCode[];
  /** The answer carries an `ETag`, and `If-None-Match` is honoured. */
  readonly tagged?: boolean;
  /** The answer carries a secret: `Cache-Control: no-store`. */
  readonly secret?: boolean;
  /**
   * Whether an `Idempotency-Key` makes it repeatable: true for every POST unless set. `by effect` where the endpoint
   * recognises by `CallContext.repeat` what has its effect already.
   */
  readonly repeatable?: boolean | 'by effect';
  readonly handle: (call: Call<Access_, Params, Query, Body>) => Promise<Answer<DataOf<Data>>>;
}

/** An endpoint of whatever types, as the server mounts it. */
// biome-ignore lint/suspicious/noExplicitAny: the parts' types are checked where the endpoint is written.
export type Endpoint = EndpointSpec<any, any, any, any, any>;

/** Whether the endpoint takes an `Idempotency-Key`. */
export const isRepeatable = ({ method, repeatable, access }: Endpoint): boolean =>
  method === 'POST' && repeatable !== false && access !== 'public';

/** Writes an endpoint down: infers the types of the call's parts and of the answer from its schemas. */
export function endpoint<
  const Access_ extends Access,
  Data extends TSchema | Dataless,
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(spec: EndpointSpec<Access_, Params, Query, Body, Data>): Endpoint {
  return spec;
}
