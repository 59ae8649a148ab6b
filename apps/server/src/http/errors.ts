import type { IncomingHttpHeaders } from 'node:http';
import { type Static, Type } from 'typebox';
import { AppError, type ErrorCode, type ErrorDetail } from '../errors.ts';
import { type BodyKind, mediaTypesOf, sizeText } from './body.ts';
import { entityTag } from './responses/envelope.ts';
import { FailedField, SecondFactorField } from './responses/failure-fields.ts';
import { statusOf } from './statuses.ts';

/** The body of every error response. */
export const Failure = Type.Object(
  {
    success: Type.Literal(false, { description: 'Always false for an error.' }),
    error: Type.String({
      description: 'One sentence that says what is wrong; its wording may change.',
      examples: ['temperature must be between 0 and 1.'],
    }),
    code: Type.Unsafe<ErrorCode>(Type.String({ enum: Object.keys(statusOf), description: 'The stable error code.' })),
    requestId: Type.String({
      description: 'The same value as in the `X-Request-Id` header.',
      examples: ['req_4d813e704500006a'],
    }),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({
            description: 'Dotted path of the field; empty for the whole body.',
            examples: ['temperature'],
          }),
          message: Type.String({
            description: 'The problem with the field, or its value for a conflict.',
            examples: ['must be between 0 and 1'],
          }),
        }),
        { description: 'The invalid fields, or the objects that the error is about; max 5. Absent for other errors.' },
      ),
    ),
    failed: Type.Optional(FailedField),
    secondFactor: Type.Optional(SecondFactorField),
    hint: Type.Optional(
      Type.String({
        description: 'The action that solves the problem; absent if there is nothing to do.',
        examples: ['Pass nextCursor unchanged.'],
      }),
    ),
  },
  { title: 'Failure' },
);
export type Failure = Static<typeof Failure>;

/** Returns the challenge of RFC 6750, section 3, for a refused credential; undefined for other errors. */
function challenge(code: ErrorCode, message: string, scope: string | undefined): string | undefined {
  if (scope !== undefined) return `Bearer realm="parley", error="insufficient_scope", scope="${scope}"`;
  switch (code) {
    case 'missing_api_key':
    case 'session_ended':
    case 'invalid_credentials':
    case 'second_factor_required':
    case 'second_factor_invalid':
    case 'challenge_expired':
    case 'invalid_identity':
    case 'expired_identity':
    case 'identity_required':
    case 'invalid_signature':
      return 'Bearer realm="parley"';
    case 'invalid_api_key':
    case 'expired_api_key':
    case 'revoked_api_key':
    case 'inactive_api_key':
    case 'invalid_visitor_token':
    case 'expired_visitor_token':
      return `Bearer realm="parley", error="invalid_token", error_description="${message}"`;
    default:
      return undefined;
  }
}

/** A protocol error with its own headers, such as `Allow`. Only thrown inside `http/`. */
export class HttpError extends AppError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>>) {
    super(code, message);
    this.headers = headers;
  }
}

/** An error after which the connection is closed. Only thrown inside `http/`. */
export class ClosingError extends AppError {}

/** An error response. */
export interface FailureReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Failure;
}

/** Converts an error into status, headers and body. */
export function failureReply(error: AppError, requestId: string): FailureReply {
  const { details, failed, secondFactor, hint, retryAfter, version, scope, accepted } = error.extras;
  const bearer = challenge(error.code, error.message, scope);
  return {
    status: statusOf[error.code],
    headers: {
      ...(bearer !== undefined && { 'www-authenticate': bearer }),
      ...(retryAfter !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
      ...(version !== undefined && { etag: entityTag(version) }),
      ...(accepted !== undefined && acceptable(accepted)),
      ...(error instanceof HttpError && error.headers),
      ...(error instanceof ClosingError && { connection: 'close' }),
    },
    body: {
      success: false,
      error: error.message,
      code: error.code,
      requestId,
      ...(details !== undefined && { details: [...details] as ErrorDetail[] }),
      ...(failed !== undefined && { failed: { ...failed } }),
      ...(secondFactor !== undefined && { secondFactor: { ...secondFactor, methods: [...secondFactor.methods] } }),
      ...(hint !== undefined && { hint }),
    },
  };
}

/** Replacements for the errors of Fastify and Node, by their code. */
const foreign: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError('invalid_json', 'The request body is required.'),
  FST_ERR_BAD_URL: () => new AppError('bad_request', 'The path is not a valid URL path.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('uri_too_long', 'The URL is too long.'),
  ECONNRESET: () => new AppError('bad_request', 'The request was cut off.'),
};

/** Returns the error for a compressed or otherwise encoded body (RFC 9110, section 15.5.16); undefined for any other. */
export function encodedBody(headers: IncomingHttpHeaders, accepted?: readonly string[]): AppError | undefined {
  const encoding = headers['content-encoding']?.trim() ?? '';
  if (/^(?:identity)?$/i.test(encoding)) return undefined;
  const sent = /^[\w, -]{1,40}$/.test(encoding) ? encoding : 'another one';
  return new HttpError(
    'unsupported_media_type',
    `Content-Encoding must be left out, because bodies are read as they are sent; it was ${sent}.`,
    acceptable(accepted),
  );
}

const acceptable = (accepted: readonly string[] = ['application/json']) => ({
  accept: accepted.join(', '),
  'accept-encoding': 'identity',
});

/** Returns the error for a body in none of the accepted media types. */
export function unsupportedMediaType(accepted: readonly string[] = ['application/json']): AppError {
  const types = accepted.length === 1 ? accepted[0] : `one of ${accepted.join(', ')}`;
  return new HttpError('unsupported_media_type', `Content-Type must be ${types}.`, acceptable(accepted));
}

/** Returns the error for a body, or the named part of it, that is larger than the limit in bytes. */
export const tooLarge = (what: string, limit: number): AppError =>
  new ClosingError('payload_too_large', `${what} is larger than ${sizeText(limit)}.`);

/**
 * Converts any thrown value to an error for the caller. Our errors stay as they are, framework errors are translated,
 * and bugs are hidden as `internal_error`. `body` is the kind of body that the endpoint accepts.
 */
export function toAppError(error: unknown, body?: BodyKind): AppError {
  if (error instanceof AppError) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType(mediaTypesOf(body));
  const translated = foreign[code];
  return translated?.() ?? new AppError('internal_error', 'Something went wrong on our side.', { cause: error });
}
