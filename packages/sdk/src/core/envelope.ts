import {
  type APIError,
  type ErrorDetail,
  type FailedExchange,
  type Failure,
  InvalidResponseError,
  type SecondFactorDemand,
  toAPIError,
} from '../errors.ts';
import type { Answer } from './attempt.ts';

/** The result of an operation that returns only a sentence for a person. */
export interface Confirmation {
  readonly message: string;
}

/**
 * Reads the data, or a delete's message, from a successful response; throws `InvalidResponseError` on any other shape.
 */
export function unwrap(answer: Answer): object {
  const body = parseObject(answer.text);
  if (body?.['success'] === true) {
    if (isObject(body['data'])) return body['data'];
    if (typeof body['message'] === 'string') return { message: body['message'] };
  }
  throw new InvalidResponseError(invalidResponse(answer, foreign(answer)));
}

/** The error of an unsuccessful response. */
export function toFailure(answer: Answer): APIError {
  const body = parseObject(answer.text);
  if (typeof body?.['error'] !== 'string') return toAPIError(invalidResponse(answer, foreign(answer)));
  const failure = failureOf(answer, body['error']);
  return toAPIError({
    ...failure,
    code: text(body['code']),
    hint: text(body['hint']),
    details: readDetails(body['details']),
    failed: readFailed(body['failed']),
    secondFactor: readSecondFactor(body['secondFactor']),
    requestId: text(body['requestId']) ?? failure.requestId,
  });
}

/** The common fields of every error about a response: the message, the status and the headers. */
export function failureOf({ response, attempts }: Pick<Answer, 'response' | 'attempts'>, message: string): Failure {
  const { status, headers } = response;
  return {
    status,
    message,
    headers,
    attempts,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: retryAfterSeconds(headers),
  };
}

/** The fields of the error about a response that is not as the service sends it. */
export const invalidResponse = (answer: Pick<Answer, 'response' | 'attempts'>, message: string): Failure => ({
  ...failureOf(answer, message),
  code: 'invalid_response',
});

/**
 * The seconds of a `Retry-After` header, which is a number or a date (RFC 9110, section 10.2.3), or of `Retry-After-Ms`,
 * which some proxies send and which is more exact.
 */
function retryAfterSeconds(headers: Headers, now = Date.now()): number | undefined {
  const milliseconds = headers.get('Retry-After-Ms');
  if (milliseconds !== null && /^\d+(?:\.\d+)?$/.test(milliseconds)) return Number(milliseconds) / 1000;
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/** Describes a response that is not the service's envelope, without quoting it: it can be a whole page. */
function foreign({ response }: Answer): string {
  const kind = response.headers.get('Content-Type')?.split(';')[0] ?? 'no content type';
  const redirected = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
  const what = redirected ? 'a redirect' : kind;
  return `The response (status ${response.status}, ${what}) is not from Parley. Check baseURL.`;
}

/** The object in a JSON text; undefined for any other text. */
export function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True if a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readFailed(value: unknown): FailedExchange | undefined {
  if (!isObject(value)) return undefined;
  const { conversation, message, reply } = value;
  const isWhole = typeof conversation === 'string' && typeof message === 'string' && typeof reply === 'string';
  return isWhole ? { conversation, message, reply } : undefined;
}

function readSecondFactor(value: unknown): SecondFactorDemand | undefined {
  if (!isObject(value)) return undefined;
  const { token, methods, expiresAt } = value;
  if (typeof token !== 'string' || typeof expiresAt !== 'string' || !Array.isArray(methods)) return undefined;
  return { token, methods: methods.filter((method) => typeof method === 'string'), expiresAt };
}

function readDetails(value: unknown): ErrorDetail[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isObject)
    .map((detail) => ({ path: text(detail['path']) ?? '', message: text(detail['message']) ?? '' }));
}
