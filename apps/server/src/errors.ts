/** Every error code. `http/errors.ts` maps each to its status; a missing one does not compile. */
export type ErrorCode =
  | 'bad_request'
  | 'invalid_json'
  | 'validation_failed'
  | 'unknown_parameter'
  | 'cursor_invalid'
  | 'cursor_expired'
  | 'read_only_field'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'expired_api_key'
  | 'revoked_api_key'
  | 'session_ended'
  | 'inactive_api_key'
  | 'invalid_credentials'
  | 'second_factor_required'
  | 'second_factor_invalid'
  | 'challenge_expired'
  | 'invalid_signature'
  | 'insufficient_scope'
  | 'insufficient_role'
  | 'origin_not_allowed'
  | 'session_required'
  | 'confirmation_required'
  | 'invalid_visitor_token'
  | 'expired_visitor_token'
  | 'visitor_not_allowed'
  | 'invalid_identity'
  | 'expired_identity'
  | 'identity_required'
  | 'channel_inactive'
  | 'channel_limit_reached'
  | 'undeliverable'
  | 'address_not_verified'
  | 'code_invalid'
  | 'already_verified'
  | 'too_many_mails'
  | 'mail_not_configured'
  | 'agent_not_found'
  | 'room_account_not_found'
  | 'workspace_not_found'
  | 'member_not_found'
  | 'invitation_not_found'
  | 'api_key_not_found'
  | 'session_not_found'
  | 'second_factor_not_found'
  | 'conversation_not_found'
  | 'message_not_found'
  | 'question_not_found'
  | 'knowledge_source_not_found'
  | 'pair_not_found'
  | 'chunk_not_found'
  | 'document_not_found'
  | 'channel_not_found'
  | 'tool_not_found'
  | 'team_not_found'
  | 'tool_connection_not_found'
  | 'tool_call_not_found'
  | 'saved_reply_not_found'
  | 'note_not_found'
  | 'view_not_found'
  | 'webhook_not_found'
  | 'webhook_delivery_not_found'
  | 'provider_not_found'
  | 'set_by_environment'
  | 'route_not_found'
  | 'setup_token_invalid'
  | 'reset_token_invalid'
  | 'approval_link_invalid'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'name_conflict'
  | 'external_id_conflict'
  | 'already_member'
  | 'api_key_inactive'
  | 'second_factor_missing'
  | 'second_factor_demanded'
  | 'passkey_exists'
  | 'passkey_limit_reached'
  | 'passkeys_unavailable'
  | 'last_owner'
  | 'last_workspace'
  | 'idempotency_in_progress'
  | 'agent_inactive'
  | 'conversation_closed'
  | 'conversation_busy'
  | 'conversation_empty'
  | 'conversation_not_closed'
  | 'conversation_not_taken_over'
  | 'conversation_taken_over'
  | 'message_not_retryable'
  | 'message_not_rateable'
  | 'message_not_redeliverable'
  | 'webhook_redelivery_in_progress'
  | 'source_in_use'
  | 'tool_in_use'
  | 'saved_reply_limit_reached'
  | 'note_limit_reached'
  | 'view_limit_reached'
  | 'tool_name_taken'
  | 'team_name_taken'
  | 'tool_call_decided'
  | 'definition_changed'
  | 'tool_unreachable'
  | 'not_an_approver'
  | 'approval_needs_sign_in'
  | 'review_not_waiting'
  | 'quota_exceeded'
  | 'version_conflict'
  | 'payload_too_large'
  | 'uri_too_long'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'too_many_failed_attempts'
  | 'too_many_concurrent'
  | 'headers_too_large'
  | 'internal_error'
  | 'provider_error'
  | 'provider_not_configured'
  | 'provider_timeout'
  | 'response_schema_mismatch'
  | 'query_timeout'
  | 'unavailable';

/** One invalid field: its dotted path in the body or query, and what it must be. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** The IDs of an exchange whose reply failed. */
export interface FailedExchange {
  readonly conversation: string;
  readonly message: string;
  readonly reply: string;
}

/** Data for the next step of a sign-in. */
export interface SecondFactorDemand {
  /** Identifies the sign-in; works once. */
  readonly token: string;
  readonly methods: readonly ('totp' | 'passkey' | 'recovery_code')[];
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Optional data of an error. */
export interface ErrorExtras {
  readonly details?: readonly ErrorDetail[];
  /** One sentence that tells the caller what to do. */
  readonly hint?: string;
  /** The stored messages of an exchange whose reply failed. */
  readonly failed?: FailedExchange;
  /** Data to complete a sign-in whose first factor was right. */
  readonly secondFactor?: SecondFactorDemand;
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** The current row version; sent as `ETag`. */
  readonly version?: number;
  /** The missing scope; sent in `WWW-Authenticate`. */
  readonly scope?: string;
  /** The media types of a body that are accepted; sent as `Accept`. */
  readonly accepted?: readonly string[];
  readonly cause?: unknown;
}

/** An error for the caller. Services throw it with a code; only `http/` knows statuses. */
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

/** The text that a visitor reads of a failed reply: the reason is only for the team. */
export const notAnswered = 'The reply could not be written.';

/** True if a failure says that the database can't be used now, so that further queries would fail, too. */
export const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';

/** Returns an error about invalid fields; its message joins the first five. */
export function invalid(
  details: readonly ErrorDetail[],
  code: ErrorCode = 'validation_failed',
  hint?: string,
): AppError {
  const shown = details.slice(0, 5).map(({ path, message }) => ({ path: clip(path), message }));
  const sentence = shown.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');
  return new AppError(code, `${sentence}.`, { details: shown, ...(hint !== undefined && { hint }) });
}

/** Returns the error for a retry while the first request is still running; `about` tells how to find its result. */
export const keyInProgress = (about: Pick<ErrorExtras, 'hint' | 'details'> = {}): AppError =>
  new AppError('idempotency_in_progress', 'A request with this Idempotency-Key is still in progress.', {
    retryAfter: 1,
    ...about,
  });

/** Returns the error for an `Idempotency-Key` that was used with another body. */
export const keyReused = (): AppError =>
  new AppError('idempotency_key_reused', 'This Idempotency-Key was already used with a different request.');

/** Max length of an echoed field name in characters; a client's field name may be as long as its body. */
const maxPath = 100;

const clip = (path: string) => (path.length > maxPath ? `${path.slice(0, maxPath).toWellFormed()}…` : path);
