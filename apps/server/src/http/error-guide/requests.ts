import type { GuidePart } from './entry.ts';

/** Requests that can't be understood or are too large. */
export const requests = {
  bad_request: {
    error: 'Send exactly one Authorization header.',
    cause:
      'The request breaks a rule of HTTP, or a header has a wrong form: a broken path or query, two `Host` or ' +
      '`Authorization` headers, a malformed `If-Match` or `Idempotency-Key`.',
    cure: 'Correct what `error` names. Behind a proxy, look at what the proxy adds.',
  },
  invalid_json: {
    error: 'The request body is not valid JSON.',
    cause:
      'The body is missing, is not JSON in UTF-8, is nested too deeply, or has a forbidden name such as `__proto__`.',
    cure: 'Send valid JSON with `Content-Type: application/json`.',
  },
  validation_failed: {
    error: 'temperature must be between 0 and 1.',
    cause: 'A field of the body or a parameter of the query is missing, unknown, or outside its limits.',
    cure: 'Correct the fields in `details`; each `path` names one. At most five are named at a time.',
    details: [{ path: 'temperature', message: 'must be between 0 and 1' }],
  },
  unknown_parameter: {
    error: 'pageSize is not a known parameter.',
    cause: 'The query has a parameter that the operation doesn’t have. Such parameters are never ignored.',
    cure: 'Remove it, or correct its spelling; `hint` suggests names that are close.',
    details: [{ path: 'pageSize', message: 'is not a known parameter' }],
  },
  cursor_invalid: {
    error: 'The cursor is not valid for this query.',
    cause: 'The `cursor` was changed, or belongs to a list with other filters or another order.',
    cure: 'Pass `nextCursor` unchanged, with the same filters and `sort`; or start again without a cursor.',
    hint: 'Pass nextCursor unchanged, with the same filters and sort.',
  },
  cursor_expired: {
    error: 'The events after this cursor are no longer kept.',
    cause: 'The place in the event log is older than 90 days, after which events are deleted.',
    cure: 'Read the objects that you keep again, then go on without a cursor. `details` names the oldest event.',
    hint: 'Go on without a cursor: the oldest event that is kept comes first.',
    details: [{ path: 'cursor', message: 'the oldest event is evt_01kg9v3g0fehk8x2v6m4t7c1zd' }],
  },
  read_only_field: {
    error: 'createdAt is read-only.',
    cause: 'An update contains a field that the service owns, with another value than the stored one.',
    cure: 'Leave the field out, or send the value as it was read.',
    details: [{ path: 'createdAt', message: 'is read-only' }],
  },
  method_not_allowed: {
    error: 'This path allows GET, POST only.',
    cause: 'The path exists, but not with this method.',
    cure: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    error: 'The request took too long to arrive.',
    cause: 'The head or the body of the request arrived too slowly.',
    cure: 'Send it again; over a slow connection, send less at a time.',
  },
  payload_too_large: {
    error: 'The request body is larger than 1 MiB.',
    cause: 'The body is larger than the operation accepts: 1 MiB of JSON, or 8 KiB without authentication.',
    cure: 'Send less, or split it into several requests.',
  },
  uri_too_long: {
    error: 'The URL is longer than 8192 characters.',
    cause: 'Path and query together are too long.',
    cure: 'Shorten the query: fewer filters, or a shorter search text.',
  },
  unsupported_media_type: {
    error: 'Content-Type must be application/json.',
    cause: 'The body has no `Content-Type` or one that the operation doesn’t accept, or is compressed.',
    cure: 'Send one of the types in the `Accept` header of the response, without `Content-Encoding`.',
  },
  headers_too_large: {
    error: 'The request headers are larger than 16 KiB.',
    cause: 'The headers together are too large; often cookies of other programs on the same host.',
    cure: 'Send fewer or shorter headers; delete old cookies.',
  },
} satisfies GuidePart;
