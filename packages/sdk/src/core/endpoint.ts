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

/** Lets an optional field be given as undefined, which is left out of the request. */
type Lenient<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] };

/** The query of an operation, as its caller gives it. Every parameter may be missing: those that count have a default. */
export type Query<E extends Endpoint> =
  Operation<E> extends { parameters: { query?: infer Q extends object } } ? Lenient<Partial<Q>> : never;

/** The body of an operation, as its caller gives it. */
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

/** What an operation gives back: the data of its envelope, or its message. */
export type Data<E extends Endpoint> =
  Success<E> extends { content: { 'application/json': infer Envelope } }
    ? Envelope extends { data: infer D }
      ? D
      : Confirmation
    : never;

/** What the pages of a list operation hold. */
export type ItemOf<E extends Endpoint> =
  Data<E> extends { items: (infer Item)[]; nextCursor: string | null } ? Item : never;

/** The operations that give a list in pages. */
export type ListEndpoint = { [E in Endpoint]: ItemOf<E> extends never ? never : E }[Endpoint];

type Headers<E extends Endpoint> = Operation<E> extends { parameters: { header?: infer H } } ? NonNullable<H> : never;

/** A POST that takes no idempotency key has to say whether it may be repeated; any other operation may say so. */
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

/** The parts of an operation's request; those that it doesn't have, or all of whose fields are optional, may be missing. */
export type Input<E extends Endpoint> = Part<'params', Params<E>> &
  Part<'query', Query<E>> &
  Part<'body', Body<E>> &
  Once<E> & { readonly slow?: boolean };
