import type { ErrorCode } from './error-codes.ts';

/** A wrong field of a request: its dotted path, and what it must be. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** What an `APIError` is made of. */
export interface Failure {
  readonly status: number;
  readonly message: string;
  readonly headers: Headers;
  readonly attempts: number;
  readonly code?: string | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly hint?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
}

/** Whatever this package throws, wrong settings and arguments included. */
export class ParleyError extends Error {}

/**
 * The service answered, and not with success. `message` is the service's own sentence, meant for a person;
 * `code` is meant for programs.
 */
export class APIError<Status extends number = number> extends ParleyError {
  /** HTTP status. */
  readonly status: Status;
  /** One of the known codes, another one of a newer server, or undefined where something else answered (a proxy, say). */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** The fields that are wrong, five at most; empty where the failure is not about fields. */
  readonly details: readonly ErrorDetail[];
  /** What to do about it, where the service knows. */
  readonly hint: string | undefined;
  /** What to quote when asking an operator about this failure. */
  readonly requestId: string | undefined;
  /** Seconds after which another try makes sense (`Retry-After`). */
  readonly retryAfter: number | undefined;
  /** How often the request was sent. Above 1, a 404 to a delete can mean that an earlier try did it. */
  readonly attempts: number;
  // Private, so that printing an error does not print cookies.
  readonly #headers: Headers;

  constructor(failure: Failure) {
    super(failure.message);
    this.status = failure.status as Status;
    this.code = failure.code;
    this.details = failure.details ?? [];
    this.hint = failure.hint;
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
    this.attempts = failure.attempts;
    this.#headers = failure.headers;
  }

  /** The headers of the answer. */
  get headers(): Headers {
    return this.#headers;
  }
}

/** 304: nothing has changed since the version in `ifNoneMatch`. */
export class NotModifiedError extends APIError<304> {}

/** 400: the body or the query is wrong; `details` names the fields. */
export class BadRequestError extends APIError<400> {}

/** 401: no key or session, or one that is wrong, expired or revoked. */
export class AuthenticationError extends APIError<401> {}

/** 403: known, but not allowed; `hint` names the scope or role that is missing. */
export class PermissionDeniedError extends APIError<403> {}

/** 404: no such thing, or not within reach of this key. */
export class NotFoundError extends APIError<404> {}

/** 409: the state of the thing forbids it; `code` says how. */
export class ConflictError extends APIError<409> {}

/** 412: it was changed since the version in `ifMatch`. */
export class PreconditionFailedError extends APIError<412> {}

/** 422: an idempotency key was used again with another body. */
export class UnprocessableEntityError extends APIError<422> {}

/** 429: too many requests; `retryAfter` says when to go on. */
export class RateLimitError extends APIError<429> {}

/** 500 and above: the service, or something in front of it, failed. */
export class InternalServerError extends APIError {}

/** An answer that is not Parley's: most often `baseURL` points at something else. */
export class InvalidResponseError extends APIError {}

/** No answer came, or it broke off; `cause` is what `fetch` threw. */
export class APIConnectionError extends ParleyError {}

/** No whole answer came within `timeout`. */
export class APIConnectionTimeoutError extends APIConnectionError {}

/** The caller's `signal` fired; `cause` is its reason. */
export class APIUserAbortError extends ParleyError {}

const BY_STATUS: Readonly<Record<number, typeof APIError<number>>> = {
  304: NotModifiedError,
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

/** The error of the class that belongs to the failure's status. */
export function toAPIError(failure: Failure): APIError {
  const Kind = BY_STATUS[failure.status] ?? (failure.status >= 500 ? InternalServerError : APIError);
  return new Kind(failure);
}

// As text, since minifiers rename classes; on the prototypes, so that a printed error doesn't list its name again.
const KINDS = {
  ParleyError,
  APIError,
  NotModifiedError,
  BadRequestError,
  AuthenticationError,
  PermissionDeniedError,
  NotFoundError,
  ConflictError,
  PreconditionFailedError,
  UnprocessableEntityError,
  RateLimitError,
  InternalServerError,
  InvalidResponseError,
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
};
for (const [name, Kind] of Object.entries(KINDS)) Kind.prototype.name = name;
