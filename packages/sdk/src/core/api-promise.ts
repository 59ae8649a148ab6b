import { NotModifiedError } from '../errors.ts';
import type { Answer } from './attempt.ts';
import { failureOf, unwrap } from './envelope.ts';

/** Data together with the answer that brought it. */
export interface WithResponse<T> {
  readonly data: T;
  /** For its status and headers; the body is read already. */
  readonly response: Response;
  readonly requestId: string | undefined;
  /** The version of the thing read or written: pass it on as `ifMatch` or `ifNoneMatch`. */
  readonly etag: string | undefined;
}

/** A promise of the data, from which the HTTP answer can be had as well. */
export interface APIPromise<T> extends Promise<T> {
  /** The answer with its body unread; a 304 is one too. Failures are thrown all the same. */
  asResponse(): Promise<Response>;
  /** The data and the answer. */
  withResponse(): Promise<WithResponse<T>>;
}

/** Makes an `APIPromise` of an answer under way, and of what turns the data of its envelope into a `T`. */
export function toAPIPromise<T>(answer: Promise<Answer>, convert: (data: object, answer: Answer) => T): APIPromise<T> {
  const data = answer.then((given) => convert(unwrapModified(given), given));
  return Object.assign(data, {
    asResponse: () => {
      // Whoever asks for the answer alone hears of failures there; unheard here, they would end a Node process.
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

function unwrapModified(answer: Answer): object {
  if (answer.response.status !== 304) return unwrap(answer);
  throw new NotModifiedError(failureOf(answer, 'Nothing has changed since the version in ifNoneMatch.'));
}

function toResponse({ response, text }: Answer): Response {
  const { status, statusText, headers } = response;
  // A 304 must be made without a body (Fetch standard, null body status).
  return new Response(status === 304 ? null : text, { status, statusText, headers });
}
