/** Every code that a failure can carry. `http/errors.ts` maps each to its status; a missing one does not compile. */
export type ErrorCode =
  | 'bad_request'
  | 'invalid_json'
  | 'validation_failed'
  | 'unknown_parameter'
  | 'cursor_invalid'
  | 'read_only_field'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'expired_api_key'
  | 'revoked_api_key'
  | 'invalid_credentials'
  | 'insufficient_scope'
  | 'insufficient_role'
  | 'origin_not_allowed'
  | 'session_required'
  | 'agent_not_found'
  | 'workspace_not_found'
  | 'member_not_found'
  | 'invitation_not_found'
  | 'api_key_not_found'
  | 'session_not_found'
  | 'conversation_not_found'
  | 'message_not_found'
  | 'route_not_found'
  | 'setup_token_invalid'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'name_conflict'
  | 'already_member'
  | 'api_key_inactive'
  | 'last_owner'
  | 'idempotency_in_progress'
  | 'agent_inactive'
  | 'conversation_closed'
  | 'conversation_busy'
  | 'conversation_not_taken_over'
  | 'conversation_taken_over'
  | 'message_not_retryable'
  | 'message_not_rateable'
  | 'version_conflict'
  | 'payload_too_large'
  | 'uri_too_long'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'too_many_failed_attempts'
  | 'headers_too_large'
  | 'internal_error'
  | 'provider_error'
  | 'provider_not_configured'
  | 'provider_timeout'
  | 'unavailable';

/** One field that is wrong: its dotted path in the body or query, and what it must be. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** What a failure may say beside its code and sentence. */
export interface ErrorExtras {
  readonly details?: readonly ErrorDetail[];
  /** One sentence on what to do about it. */
  readonly hint?: string;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  readonly retryAfter?: number;
  /** The row version that the caller should have named; becomes `ETag`. */
  readonly version?: number;
  /** The scope that the key lacks; becomes part of `WWW-Authenticate`. */
  readonly scope?: string;
  readonly cause?: unknown;
}

/** A failure that the caller is meant to see. The domain throws it with a code; only `http/` knows statuses. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, 'cause' in extras ? { cause: extras.cause } : undefined);
    this.name = 'AppError';
    this.code = code;
    this.extras = extras;
  }
}

/** Whether a failure says that the database can't be used now, so that what comes next would fail, too. */
export const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';

/** A failure about single fields of the request: its sentence is made of theirs, five at most. */
export function invalid(details: readonly ErrorDetail[], code: ErrorCode = 'validation_failed'): AppError {
  const shown = details.slice(0, 5).map(({ path, message }) => ({ path: clip(path), message }));
  const sentence = shown.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');
  return new AppError(code, `${sentence}.`, { details: shown });
}

/** The first request with the same `Idempotency-Key` still runs; `about` tells how to find what it is about. */
export const keyInProgress = (about: Pick<ErrorExtras, 'hint' | 'details'> = {}): AppError =>
  new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still in progress.', {
    retryAfter: 1,
    ...about,
  });

/** The same `Idempotency-Key` came with another body before. */
export const keyReused = (): AppError =>
  new AppError('idempotency_key_reused', 'This Idempotency-Key was used with a different request before.');

/** The most of a field's name that is said back; what a client calls a field may be as long as its body. */
const maxPath = 100;

const clip = (path: string) => (path.length > maxPath ? `${path.slice(0, maxPath).toWellFormed()}…` : path);
