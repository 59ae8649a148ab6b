import type { paths } from '../types.gen.ts';
import type { Confirmation } from './envelope.ts';

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

type EndpointOf<Path extends keyof paths> = {
  [V in Verb]: paths[Path][V] extends { responses: unknown } ? `${Uppercase<V>} ${Path}` : never;
}[Verb];

/** Every operation of openapi.json, by its method and path: `GET /api/agents/{id}`. */
export type Endpoint = { [Path in keyof paths]: EndpointOf<Path> }[keyof paths];

type Operation<E extends Endpoint> = E extends `${infer Method} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<Method> & Verb]
  : never;

/** Allows undefined for an optional field, which is then left out of the request. */
type Lenient<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] };

/**
 * The query of an operation, as the caller passes it. Every parameter is optional: those that matter have a default.
 */
export type Query<E extends Endpoint> =
  Operation<E> extends { parameters: { query?: infer Q extends object } } ? Lenient<Partial<Q>> : never;

/** The body of an operation, as the caller passes it. */
export type Body<E extends Endpoint> =
  Operation<E> extends { requestBody?: { content: { 'application/json': infer B extends object } } }
    ? Lenient<B>
    : never;

type Params<E extends Endpoint> = Operation<E> extends { parameters: { path: infer P extends object } } ? P : never;

type Success<E extends Endpoint> =
  Operation<E> extends { responses: infer R }
    ? R extends { 201: infer S }
      ? S
      : R extends { 200: infer S }
        ? S
        : never
    : never;

/** Result of an operation: the data of its envelope, or its message. */
export type Data<E extends Endpoint> =
  Success<E> extends { content: { 'application/json': infer Envelope } }
    ? Envelope extends { data: infer D }
      ? D
      : Confirmation
    : never;

/** The items of a list operation. */
export type ItemOf<E extends Endpoint> =
  Data<E> extends { items: (infer Item)[]; nextCursor: string | null } ? Item : never;

/** The names in a text, between commas and spaces. */
type NamesIn<Text extends string> = Text extends `${infer First},${infer Rest}`
  ? NamesIn<First> | NamesIn<Rest>
  : Text extends ` ${infer Name}` | `${infer Name} `
    ? NamesIn<Name>
    : Text;

/** The query of a list whose items can be reduced to some fields. */
export type Choosing<Params, Fields> = Params & { readonly fields?: Fields };

/**
 * An item of a list with `fields`, which has only these and `_id`. If the compiler doesn't know their names, each field
 * may be absent.
 */
export type Chosen<Item extends { readonly _id: string }, Fields> = [Fields] extends [string]
  ? string extends Fields
    ? Pick<Item, '_id'> & Partial<Item>
    : Pick<Item, keyof Item & ('_id' | NamesIn<Fields>)>
  : Item;

/** The operations that return pages. */
export type ListEndpoint = { [E in Endpoint]: ItemOf<E> extends never ? never : E }[Endpoint];

type Headers<E extends Endpoint> = Operation<E> extends { parameters: { header?: infer H } } ? NonNullable<H> : never;

/** A POST without an idempotency key must say whether it is repeatable; any other operation may. */
type Once<E extends Endpoint> = E extends `POST ${string}`
  ? 'Idempotency-Key' extends keyof ([Headers<E>] extends [never] ? object : Headers<E>)
    ? { readonly once?: never }
    : { readonly once: boolean }
  : { readonly once?: boolean };

type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [N in Name]?: never }
  : object extends Value
    ? { readonly [N in Name]?: Value | undefined }
    : { readonly [N in Name]: Value };

/**
 * The parts of an operation's request. A part is optional if the operation doesn't have it or all its fields are
 * optional.
 */
export type Input<E extends Endpoint> = Part<'params', Params<E>> &
  Part<'query', Query<E>> &
  Part<'body', Body<E>> &
  Once<E> & { readonly slow?: boolean };
