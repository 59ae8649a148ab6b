import { NotModifiedError } from '../errors.ts';
import type { Answer } from './attempt.ts';
import { failureOf, unwrap } from './envelope.ts';

/** Data and the response that carried it. */
export interface WithResponse<T> {
  readonly data: T;
  /** For its status and headers; its body has been read. */
  readonly response: Response;
  readonly requestId: string | undefined;
  /** The version of the resource; pass it on as `ifMatch` or `ifNoneMatch`. */
  readonly etag: string | undefined;
}

/** Data with the ID to quote when you ask an operator about its request. It isn't enumerable, so JSON hasn't it. */
export type WithRequestId<T> = T & { readonly _request_id?: string | undefined };

/** A promise of the data that also gives access to the HTTP response. */
export interface APIPromise<T> extends Promise<WithRequestId<T>> {
  /** The response with an unread body; includes 304. Failures are thrown as usual. */
  asResponse(): Promise<Response>;
  /** The data and the response. */
  withResponse(): Promise<WithResponse<T>>;
}

/** Creates an `APIPromise` from a pending response and a function that reads a `T` from its envelope. */
export function toAPIPromise<T extends object>(
  answer: Promise<Answer>,
  convert: (data: object, answer: Answer) => T,
): APIPromise<T> {
  const data = answer.then((given) => identified(convert(unwrapModified(given), given), given));
  return Object.assign(data, {
    asResponse: () => {
      // A caller of `asResponse` handles failures there; unhandled here, they would end a Node process.
      data.catch(() => {});
      return answer.then(toResponse);
    },
    withResponse: async () => {
      const [value, { response }] = await Promise.all([data, answer]);
      const header = (name: string) => response.headers.get(name) ?? undefined;
      return { data: value, response, requestId: header('X-Request-Id'), etag: header('ETag') };
    },
  });
}

function identified<T extends object>(data: T, { response }: Answer): WithRequestId<T> {
  const value = response.headers.get('X-Request-Id') ?? undefined;
  return Object.defineProperty(data, '_request_id', { value, enumerable: false, configurable: true });
}

function unwrapModified(answer: Answer): object {
  if (answer.response.status !== 304) return unwrap(answer);
  throw new NotModifiedError(failureOf(answer, 'Nothing has changed since the version in ifNoneMatch.'));
}

function toResponse({ response, text }: Answer): Response {
  const { status, statusText, headers } = response;
  // A 304 must be created without a body (Fetch standard, null body status).
  return new Response(status === 304 ? null : text, { status, statusText, headers });
}
