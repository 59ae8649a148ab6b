import type { Static, TObject, TSchema } from 'typebox';
import type { Principal } from '../access/actor.ts';
import { maxFileBytes } from '../schemas/limits.ts';

/** Default max size of a JSON body in bytes: 1 MiB. */
const maxJsonBytes = 1024 * 1024;

/** Max size of a body that arrives before it is known who asks, in bytes: that of a public endpoint. */
export const maxPublicBytes = 8 * 1024;

/** Max size of the fields of a multipart body together, in bytes; files are streamed. */
export const maxFieldsBytes = 1024 * 1024;

/** A JSON body with a limit of its own. A bare schema means a JSON body of at most 1 MiB. */
export interface JsonBody<Schema extends TSchema = TSchema> {
  readonly kind: 'json';
  readonly schema: Schema;
  readonly maxBytes: number;
}

/** A body whose bytes reach the handler exactly as received, so that their signature can be verified. */
export interface RawBody {
  readonly kind: 'raw';
  /** Example of JSON that the bytes may contain, for the document. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The accepted media types, without parameters; `*` accepts any type, and none. */
  readonly types: readonly [string, ...string[]];
  readonly maxBytes: number;
  readonly description: string;
}

/** One name under which a multipart body has files. */
export interface FileRule {
  readonly description: string;
  /** Max size of one file in bytes. */
  readonly maxBytes: number;
  /** Max number of files with this name; 1 by default. */
  readonly maxCount?: number;
  /** True if at least one is required; the default. */
  readonly required?: boolean;
}

/** A file while it arrives. */
export interface FilePart {
  /** The name of the form field. */
  readonly name: string;
  /** The file's own name, without folders; max 255 characters. */
  readonly fileName: string;
  /** As the client declares it, without parameters; nothing checks it. */
  readonly contentType: string;
  /** The bytes; read them to the end. Throws if the body ends early, is too large, or its client leaves. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A file after it has arrived. */
export interface ReceivedFile<Received> extends Omit<FilePart, 'content'> {
  readonly bytes: number;
  /** The SHA-256 of the bytes, in hex. */
  readonly hash: string;
  /** The value that the endpoint's `receive` returned. */
  readonly received: Received;
}

/** The received files by the name of their form field, in the order in which they came. */
export type ReceivedFiles<Received> = Readonly<Record<string, readonly ReceivedFile<Received>[]>>;

/** Facts that `receive` gets about a request whose other parts may still arrive. */
export interface Receiving {
  readonly actor: Principal;
  /** The path parameters; not validated yet. */
  readonly params: Readonly<Record<string, string>>;
}

/** A form of fields and files, `multipart/form-data` (RFC 7578). Its parts may come in any order. */
export interface MultipartBody<Fields extends TObject = TObject, Received = unknown> {
  readonly kind: 'multipart';
  /** Text is converted for an integer or a boolean; a field that is an array may be repeated. */
  readonly fields: Fields;
  readonly files: Readonly<Record<string, FileRule>>;
  readonly maxBytes: number;
  /** Stores one file as it arrives, before the fields are validated; the handler gets what it returns. */
  readonly receive: (call: Receiving, file: FilePart) => Promise<Received>;
  /** Starts to remove a received file whose request was refused or failed; the request doesn't wait for it. */
  readonly discard: (received: Received) => void;
}

/** JSON or a form, by the request's `Content-Type`: for what may have files. */
export interface EitherBody<Schema extends TSchema = TSchema, Fields extends TObject = TObject, Received = unknown> {
  readonly kind: 'either';
  readonly json: JsonBody<Schema>;
  readonly form: MultipartBody<Fields, Received>;
  /** The larger of both limits. */
  readonly maxBytes: number;
}

/** Every kind of body other than plain JSON. */
export type BodyKind = JsonBody | RawBody | AnyMultipart | AnyEither;

// biome-ignore lint/suspicious/noExplicitAny: the endpoint's definition types the received files.
export type AnyMultipart = MultipartBody<any, any>;

// biome-ignore lint/suspicious/noExplicitAny: the same.
export type AnyEither = EitherBody<any, any, any>;

/** Defines a JSON body with a limit of its own. */
export const jsonBody = <Schema extends TSchema>(schema: Schema, maxBytes: number): JsonBody<Schema> => ({
  kind: 'json',
  schema,
  maxBytes,
});

/** Defines a body of raw bytes. */
export const rawBody = (body: Omit<RawBody, 'kind'>): RawBody => ({ kind: 'raw', ...body });

/** Defines a multipart body, of at most 20 MiB if it doesn't say otherwise. */
export const multipartBody = <Fields extends TObject, Received>(
  body: Omit<MultipartBody<Fields, Received>, 'kind' | 'maxBytes'> & { readonly maxBytes?: number },
): MultipartBody<Fields, Received> => ({ kind: 'multipart', maxBytes: maxFileBytes, ...body });

/** Defines a body that is JSON of at most 1 MiB, or a form. */
export const eitherBody = <Schema extends TSchema, Fields extends TObject, Received>(
  json: Schema,
  form: MultipartBody<Fields, Received>,
): EitherBody<Schema, Fields, Received> => ({
  ...{ kind: 'either', json: jsonBody(json, maxJsonBytes), form },
  maxBytes: Math.max(maxJsonBytes, form.maxBytes),
});

/** The type of `call.body` for the declared body. */
type BodyOf<Body> = Body extends RawBody
  ? Buffer
  : Body extends { readonly kind: 'json'; readonly schema: infer Schema extends TSchema }
    ? Static<Schema>
    : Body extends { readonly kind: 'multipart'; readonly fields: infer Fields extends TSchema }
      ? Static<Fields>
      : Body extends TSchema
        ? Static<Body>
        : undefined;

/** The `files` of a call, if its body is multipart. */
type FilesOf<Body> =
  Body extends MultipartBody<infer _, infer Received> ? { readonly files: ReceivedFiles<Received> } : object;

/** The `body` and the `files` of a call. If the body may be JSON or a form, `files` says which it is. */
export type ContentOf<Body> =
  Body extends EitherBody<infer Schema, infer Fields, infer Received>
    ?
        | { readonly body: Static<Schema>; readonly files?: undefined }
        | { readonly body: Static<Fields>; readonly files: ReceivedFiles<Received> }
    : { readonly body: BodyOf<Body> } & FilesOf<Body>;

/** The fields of an endpoint that determine its body. */
interface WithBody {
  readonly access: string;
  readonly screen?: unknown;
  readonly body?: TSchema | BodyKind | undefined;
}

/** Returns the declared body as one of the kinds; undefined if the endpoint declares no body. */
export function bodyKindOf({ access, body, screen }: WithBody): BodyKind | undefined {
  if (body === undefined) return undefined;
  const kind = 'kind' in body ? (body as BodyKind) : jsonBody(body, maxJsonBytes);
  return access === 'public' && screen === undefined
    ? { ...kind, maxBytes: Math.min(kind.maxBytes, maxPublicBytes) }
    : kind;
}

/** Returns the max size of the body in bytes; also of one that is sent to an endpoint without a body. */
const maxBytesOf = (endpoint: WithBody): number =>
  bodyKindOf(endpoint)?.maxBytes ?? (endpoint.access === 'public' ? maxPublicBytes : maxJsonBytes);

/** Returns the max size of a JSON body in bytes. */
export function maxJsonOf(endpoint: WithBody): number {
  const kind = bodyKindOf(endpoint);
  return kind?.kind === 'either' ? kind.json.maxBytes : maxBytesOf(endpoint);
}

/** The media types of JSON and of forms. */
export const mediaTypes = { json: 'application/json', form: 'multipart/form-data' } as const;

/** Returns the media types that a body is accepted in. */
export function mediaTypesOf(kind: BodyKind | undefined): readonly string[] {
  if (kind?.kind === 'raw') return kind.types;
  if (kind?.kind === 'either') return [mediaTypes.json, mediaTypes.form];
  return [kind?.kind === 'multipart' ? mediaTypes.form : mediaTypes.json];
}

/** Returns a size in words: `1 MiB`, `64 KiB`, `100 bytes`. */
export function sizeText(bytes: number): string {
  if (bytes % (1024 * 1024) === 0) return `${bytes / (1024 * 1024)} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}
