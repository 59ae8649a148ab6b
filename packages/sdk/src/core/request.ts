import { ParleyError } from '../errors.ts';
import { VERSION } from '../version.ts';
import { readTimeout, type Settings } from './settings.ts';
import { encodeForm, type Form, type UploadProgress } from './upload.ts';

/** The HTTP methods of the service's operations. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type QueryScalar = string | number | boolean | Date;
type QueryValue = QueryScalar | Readonly<Record<string, QueryScalar>> | null | undefined;

/** A request before it is addressed: its path has a `{name}` for each of `params`. */
export interface RequestDescription {
  readonly method: Method;
  readonly path: string;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  /** A form with files, instead of a body. */
  readonly form?: Form | undefined;
  /**
   * True if a repeat is safe, unless the method tells it. If set, a POST gets no idempotency key, which the service
   * would ignore.
   */
  readonly once?: boolean | undefined;
  /** True if the response waits for a model: the default timeout is then longer. */
  readonly slow?: boolean | undefined;
}

/** Options of one call, the last argument of every method. */
export interface RequestOptions {
  /** Replaces the generated key of a POST: the same key and body within 24 hours have one effect and one response. */
  readonly idempotencyKey?: string | undefined;
  /** Only if the resource still has this `etag`; else `PreconditionFailedError`. */
  readonly ifMatch?: string | undefined;
  /** Only if the resource no longer has this `etag`; else `NotModifiedError`. */
  readonly ifNoneMatch?: string | undefined;
  /** Aborts the call, during an attempt or between two. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of each attempt, in ms; for a stream, until the response starts. */
  readonly timeout?: number | undefined;
  /** Maximum retries of a failed request. */
  readonly maxRetries?: number | undefined;
  /** Added to the request; these override all others. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The same as `headers`, and overrides them: the name that it has in other clients. */
  readonly extraHeaders?: Readonly<Record<string, string>> | undefined;
  /** Query parameters that this version doesn't know; these override others. */
  readonly extraQuery?: Readonly<Record<string, QueryValue>> | undefined;
  /** Fields of the body that this version doesn't know; these override others. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of an upload. */
export interface UploadOptions extends RequestOptions {
  /** Called as the upload goes on; again from the beginning if it is retried. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** A request as `fetch` takes it. */
export interface PreparedRequest {
  /** Method and unfilled path: safe to log, since a filled path can hold a secret. */
  readonly label: string;
  readonly url: string;
  readonly init: {
    method: Method;
    headers: Headers;
    body?: string | Blob;
    redirect: 'manual';
    credentials: 'same-origin';
  };
  /** True if sending it twice has the same effect and response as sending it once. */
  readonly repeatable: boolean;
  /** Timeout of each attempt, in ms. */
  readonly timeout: number;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
}

/** Builds the URL and headers of a request; throws a `ParleyError` if it can't be sent. */
export function prepare(settings: Settings, described: RequestDescription, options: UploadOptions): PreparedRequest {
  const request = extended(described, options);
  const headers = requestHeaders(settings, request, options);
  return {
    label: `${request.method} ${request.path}`,
    url: settings.baseURL + fillPath(request.path, request.params ?? {}) + queryString(request.query ?? {}),
    init: {
      method: request.method,
      headers,
      ...(request.body === undefined ? {} : { body: toJson(request.body) }),
      ...(request.form === undefined ? {} : { body: encodeForm(request.form, BOUNDARY) }),
      // A redirected POST would become a GET. The API has no redirects, so one means a wrong baseURL.
      redirect: 'manual',
      credentials: 'same-origin',
    },
    repeatable: isRepeatable(request, headers),
    timeout: readTimeout(options.timeout ?? (request.slow === true ? settings.slowTimeout : settings.timeout)),
    onProgress: options.onProgress,
  };
}

/** The request with what a caller adds by `extraQuery` and `extraBody`. */
function extended(request: RequestDescription, { extraQuery, extraBody }: RequestOptions): RequestDescription {
  const query = extraQuery === undefined ? request.query : { ...request.query, ...extraQuery };
  if (extraBody === undefined) return { ...request, query };
  if (request.method === 'GET') {
    throw new ParleyError('extraBody needs a request with a body; pass extraQuery.', { code: 'invalid_argument' });
  }
  const { form, body } = request;
  if (form === undefined) return { ...request, query, body: { ...body, ...extraBody } };
  const fields = Object.entries(extraBody).map(([name, value]) => [name, formText(value)] as const);
  return { ...request, query, form: { ...form, fields: { ...form.fields, ...Object.fromEntries(fields) } } };
}

/** A value as the text of a field in a form. */
function formText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return value instanceof Date ? toText(value) : toJson(value);
}

/** JSON, with times in ISO 8601. */
const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, json: unknown) {
    // An invalid time would become null, which removes what is stored.
    return this[key] instanceof Date ? toText(this[key]) : json;
  });

/** A value as text: a time in ISO 8601. Throws a `ParleyError` for an invalid `Date`. */
function toText(value: QueryScalar): string {
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime()))
    throw new ParleyError('A Date is invalid: it has no time.', { code: 'invalid_argument' });
  return value.toISOString();
}

/**
 * GET, PUT and DELETE are idempotent (RFC 9110, section 9.2.2), and an idempotency key makes POST so. Not PATCH; and
 * not with `If-Match`: repeated after a lost response, it would conflict with itself.
 */
function isRepeatable({ method, once }: RequestDescription, headers: Headers): boolean {
  if (once !== undefined) return !once;
  if (method === 'POST') return headers.has('Idempotency-Key');
  return method !== 'PATCH' && !headers.has('If-Match');
}

function requestHeaders(settings: Settings, request: RequestDescription, options: RequestOptions): Headers {
  const headers = new Headers();
  const add = (all: Readonly<Record<string, string | undefined>>) => {
    for (const [name, value] of Object.entries(all)) if (value !== undefined) setHeader(headers, name, value);
  };
  add({
    Accept: 'application/json',
    // Browsers set their own, and Firefox would send a preflight (CORS) for another one.
    'User-Agent': settings.browser ? undefined : `parley-sdk-js/${VERSION}`,
    // A function is asked for the key before each attempt.
    Authorization: typeof settings.apiKey === 'string' ? `Bearer ${settings.apiKey}` : undefined,
  });
  add(settings.headers);
  const keyed = request.method === 'POST' && request.once === undefined;
  add({
    'Content-Type': contentType(request),
    'Idempotency-Key': options.idempotencyKey ?? (keyed ? newIdempotencyKey() : undefined),
    'If-Match': options.ifMatch,
    'If-None-Match': options.ifNoneMatch,
  });
  add(options.headers ?? {});
  add(options.extraHeaders ?? {});
  return headers;
}

/** Between the parts of a form. Random, because a file must not contain it. */
const BOUNDARY = `parley-${newIdempotencyKey()}`;

function contentType({ body, form }: RequestDescription): string | undefined {
  if (form !== undefined) return `multipart/form-data; boundary=${BOUNDARY}`;
  return body === undefined ? undefined : 'application/json';
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    // The platform's own message prints the value, which may be a secret.
    throw new ParleyError(`The header ${JSON.stringify(name)} or its value has a character that headers can't carry.`, {
      code: 'invalid_argument',
    });
  }
}

/** A key of 128 random bits. Not `randomUUID`: browsers offer it only on https and localhost. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    // An empty or dotted segment would address another route: deleting '' would call the list.
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
      throw new ParleyError(`${name} must be a non-empty string.`, { code: 'invalid_argument' });
    }
    return encodeURIComponent(value);
  });
}

function queryString(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    if (value === undefined || value === null) continue;
    if (typeof value !== 'object' || value instanceof Date) search.append(name, toText(value));
    else for (const [key, part] of Object.entries(value)) search.append(`${name}[${key}]`, toText(part));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
