import type { ErrorCode } from '../../errors.ts';
import { type BodyKind, bodyKindOf } from '../body.ts';
import { type Endpoint, isRepeatable } from '../endpoint.ts';
import { statusOf } from '../statuses.ts';

const refusedBodies: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type'];

/** The error codes of a body by its kind. */
const bodyFailures: Readonly<Record<BodyKind['kind'], readonly ErrorCode[]>> = {
  json: ['invalid_json', 'validation_failed', ...refusedBodies],
  multipart: ['validation_failed', ...refusedBodies],
  either: ['invalid_json', 'validation_failed', ...refusedBodies],
  raw: refusedBodies,
};

/** The codes of every operation. */
const always: readonly ErrorCode[] = [
  ...(['bad_request', 'unknown_parameter', 'uri_too_long', 'headers_too_large', 'request_timeout'] as const),
  ...(['internal_error', 'unavailable'] as const),
];

/** The codes of every operation that requires credentials. */
const ofCredentials: readonly ErrorCode[] = [
  ...(['missing_api_key', 'invalid_api_key', 'expired_api_key', 'revoked_api_key', 'session_ended'] as const),
  ...(['inactive_api_key', 'invalid_visitor_token', 'expired_visitor_token', 'visitor_not_allowed'] as const),
];
const ofCallers: readonly ErrorCode[] = ['rate_limited', 'too_many_failed_attempts', 'origin_not_allowed'];

/** Connections per address are limited for every caller. */
const ofConnections: readonly ErrorCode[] = ['too_many_concurrent'];

/** Returns the error codes of an endpoint by status: its own and those of its kind. */
export function failuresOf(endpoint: Endpoint): ReadonlyMap<number, readonly ErrorCode[]> {
  const { access, method } = endpoint;
  const kinds: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [true, always],
    [endpoint.scans === true, ['query_timeout']],
    [endpoint.query !== undefined, ['validation_failed']],
    [endpoint.query?.properties?.cursor !== undefined, ['cursor_invalid']],
    [method !== 'GET', bodyFailures[bodyKindOf(endpoint)?.kind ?? 'json']],
    [access !== 'public', ofCredentials],
    [endpoint.visitors !== undefined && endpoint.sends === true, ['channel_inactive', 'channel_limit_reached']],
    [access !== 'public', ofCallers],
    [true, ofConnections],
    [access === 'session', ['session_required']],
    [endpoint.confirmed === true, ['confirmation_required']],
    [!['public', 'anyone', 'session'].includes(access), ['insufficient_scope', 'insufficient_role']],
    [isRepeatable(endpoint), ['idempotency_in_progress', 'idempotency_key_reused']],
    [endpoint.tagged === true && method !== 'GET' && method !== 'POST', ['version_conflict']],
    [true, endpoint.errors ?? []],
  ];
  const codes = new Set(kinds.flatMap(([applies, some]) => (applies ? some : [])));
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(statusOf[code], [...(byStatus.get(statusOf[code]) ?? []), code]);
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** The statuses of failures, as the names of components begin. */
const statusNames: Readonly<Record<(typeof statusOf)[ErrorCode], string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  414: 'UriTooLong',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableEntity',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'Unavailable',
  504: 'GatewayTimeout',
};

interface RawResponse {
  readonly content: { readonly 'application/json': { readonly examples: Readonly<Record<string, unknown>> } };
}

interface RawOperation {
  readonly security: readonly object[];
  readonly responses: Record<string, object>;
}

/**
 * Moves the failures of operations into components, and leaves references. Returns the components by name. The name
 * follows from the status and the codes alone, so another operation never changes it. Throws if two failures with one
 * name differ.
 */
export function shareFailures(paths: object): Record<string, object> {
  const shared: Record<string, { readonly response: object; readonly text: string }> = {};
  const operations = Object.values(paths).flatMap((item: Record<string, RawOperation>) => Object.values(item));
  for (const { security, responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      const codes = Object.keys((response as RawResponse).content['application/json'].examples);
      const name = componentName(status, codes, security.length === 0);
      const text = JSON.stringify(response);
      shared[name] ??= { response, text };
      if (shared[name].text !== text) throw new Error(`Two failures have the name ${name}.`);
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  const sorted = Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, { response }]) => [name, response]));
}

const omitted: ReadonlySet<string> = new Set([...always, ...ofConnections]);
const common: ReadonlySet<string> = new Set([...ofCredentials, ...ofCallers]);

/** `NotFound-agent_not_found`. Leaves out codes of every operation; `caller` stands for those of every caller. */
function componentName(status: string, codes: readonly string[], isPublic: boolean): string {
  const own = codes.filter((code) => !omitted.has(code));
  const parts = own.map((code) => (!isPublic && common.has(code) ? 'caller' : code));
  return [statusNames[Number(status) as keyof typeof statusNames], ...new Set(parts)].join('-');
}
