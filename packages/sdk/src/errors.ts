import type { ClientErrorCode } from './client-error-codes.ts';
import type { ErrorCode } from './error-codes.gen.ts';

/** An invalid field of a request: its dotted path, and the rule that it breaks. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** The IDs of the stored parts of an exchange whose reply failed. */
export interface FailedExchange {
  readonly conversation: string;
  readonly message: string;
  /** Can be retried with `messages.retry`. */
  readonly reply: string;
}

/** Token and methods that complete a sign-in whose password was right. */
export interface SecondFactorDemand {
  /** For `sessions.createBySecondFactor` and `sessions.passkeyOptions`; works once. */
  readonly token: string;
  /** The ways in which the user can complete it: `totp`, `passkey`, `recovery_code`, or others of a newer server. */
  readonly methods: readonly string[];
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** The fields of an `APIError`. */
export interface Failure {
  readonly status: number;
  readonly message: string;
  readonly headers: Headers;
  readonly attempts: number;
  readonly code?: string | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly failed?: FailedExchange | undefined;
  readonly secondFactor?: SecondFactorDemand | undefined;
  readonly hint?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
}

interface Cause extends ErrorOptions {
  readonly code?: ClientErrorCode;
  readonly attempts?: number;
}

/** The base class of every error that this package throws, including invalid settings and arguments. */
export class ParleyError extends Error {
  /** The reason, for programs: one of the client's own codes, or one of the service. */
  readonly code: ClientErrorCode | ErrorCode | (string & {}) | undefined;
  /**
   * Number of times that the request was sent; 0 if none was. If more than once, a 404 to a delete can mean that an
   * earlier attempt succeeded.
   */
  readonly attempts: number;

  constructor(message: string, { code, attempts = 0, ...options }: Cause = {}) {
    super(message, options);
    this.code = code;
    this.attempts = attempts;
  }
}

/** The service responded with an error. `message` is one sentence for people; `code` is for programs. */
export class APIError<Status extends number = number> extends ParleyError {
  /** HTTP status. */
  readonly status: Status;
  /**
   * A known error code, another one of a newer server, or `invalid_response` if something else (a proxy, for example)
   * responded.
   */
  override readonly code: ClientErrorCode | ErrorCode | (string & {}) | undefined;
  /** The invalid fields, max five; empty if the error is not about fields. */
  readonly details: readonly ErrorDetail[];
  /** Stored parts of an exchange whose reply failed; undefined for other errors. */
  readonly failed: FailedExchange | undefined;
  /** Token and methods that complete the sign-in (`second_factor_required`); undefined for other errors. */
  readonly secondFactor: SecondFactorDemand | undefined;
  /** Advice on how to fix it, if the service has any. */
  readonly hint: string | undefined;
  /** The ID to quote when you ask an operator about this error. */
  readonly requestId: string | undefined;
  /** Seconds to wait before another attempt (`Retry-After-Ms` or `Retry-After`). */
  readonly retryAfter: number | undefined;
  // Private, so that a printed error does not contain cookies.
  readonly #headers: Headers;

  constructor(failure: Failure) {
    super(failure.message, { attempts: failure.attempts });
    this.status = failure.status as Status;
    this.code = failure.code;
    this.details = failure.details ?? [];
    this.failed = failure.failed;
    this.secondFactor = failure.secondFactor;
    this.hint = failure.hint;
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
    this.#headers = failure.headers;
  }

  /** The headers of the response. */
  get headers(): Headers {
    return this.#headers;
  }
}

/** 304: unchanged since the version in `ifNoneMatch`. */
export class NotModifiedError extends APIError<304> {}

/** 400: the body or the query is invalid; `details` names the fields. */
export class BadRequestError extends APIError<400> {}

/** 401: no key or session, or an invalid, expired or revoked one. */
export class AuthenticationError extends APIError<401> {}

/** 403: authenticated, but not allowed; `hint` names the missing scope or role. */
export class PermissionDeniedError extends APIError<403> {}

/** 404: the resource does not exist, or the key cannot reach it. */
export class NotFoundError extends APIError<404> {}

/** 409: the state of the resource does not allow it; `code` says why. */
export class ConflictError extends APIError<409> {}

/** 412: changed since the version in `ifMatch`. */
export class PreconditionFailedError extends APIError<412> {}

/** 422: an idempotency key was reused with another body. */
export class UnprocessableEntityError extends APIError<422> {}

/** 429: too many requests; `retryAfter` says how long to wait. */
export class RateLimitError extends APIError<429> {}

/** 500 and above: the service, or a proxy in front of it, failed. */
export class InternalServerError extends APIError {}

/** A response that is not Parley's. Usually `baseURL` points to something else. */
export class InvalidResponseError extends APIError {}

/**
 * There was no response, or it was cut off; `cause` is the error of `fetch`. With the code `connection_lost` the
 * request had been sent, so a change may have happened.
 */
export class APIConnectionError extends ParleyError {}

/** There was no complete response within `timeout`. */
export class APIConnectionTimeoutError extends APIConnectionError {}

/** The caller's `signal` was aborted; `cause` is its reason. */
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

/** Creates the error of the class that matches the failure's status. */
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
