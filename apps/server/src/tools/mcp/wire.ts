import { OutboundError, type OutboundErrorKind } from '../../outbound/error.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { KindOutput } from '../kind.ts';
import { createDoorFetch, type DoorFetch, type DoorLimits } from './door-fetch.ts';
import { McpError, type McpErrorKind, type McpOutcome } from './error.ts';

/** A server that speaks MCP over streamable HTTP. */
export interface McpServer {
  readonly url: string;
  /** Sent with each request, with credentials in clear. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Outbound['fetch'];
  /** Time limit of each request. */
  readonly timeoutMs: number;
}

type Exchange = NonNullable<KindOutput['exchange']>;

/** The facts about one HTTP request. */
interface Sent {
  request?: Exchange['request'];
  headers?: Readonly<Record<string, string>>;
  /** The beginning of the response's body. */
  body?: Buffer;
  status?: number;
  challenge?: string | undefined;
  failure?: unknown;
}

/** The HTTP of one session with a server, which remembers what an error has to tell. */
export interface Wire {
  readonly fetch: DoorFetch;
  /** Returns the request of the call and the beginning of its response; undefined before the call. */
  exchange(): Exchange | undefined;
  /** Converts an error of the session to an `McpError`. */
  explain(error: unknown, signal: AbortSignal): McpError;
  /** Returns the error of a request whose stream ended before its answer. */
  lost(cause: unknown): McpError;
}

/** Failures of the outbound door before a request is sent. */
const beforeSending: readonly OutboundErrorKind[] = [
  ...(['url', 'scheme', 'port', 'header', 'address', 'dns', 'unreachable', 'tls', 'busy'] as const),
];

/** Statuses by which a server or a gateway refuses a request before it acts on it. */
const refusals = [400, 401, 403, 404, 405, 406, 410, 411, 413, 414, 415, 421, 426, 429, 431];

/** Max size of one message, and of all responses of a session, in bytes. */
export const wireLimits = { messageBytes: 2 * 1024 * 1024, totalBytes: 8 * 1024 * 1024 };

/** Bytes of a response that an exchange shows. */
const shownBytes = 16 * 1024;

/** Opens the wire of one session. */
export function openWire(server: McpServer, limits: Omit<DoorLimits, 'timeoutMs'> = wireLimits): Wire {
  const { host } = new URL(server.url);
  const door = createDoorFetch(server.fetch, { ...limits, timeoutMs: server.timeoutMs });
  let last: Sent | undefined;
  let call: Sent | undefined;
  const fetch: DoorFetch = async (url, init = {}) => {
    // Servers offer a stream of notices, which a session of one call doesn't need: this is the answer of one without.
    if ((init.method ?? 'GET') === 'GET') return new Response(null, { status: 405 });
    const sent: Sent = {};
    const method = methodOf(init.body);
    // The package tells a server of a request that was given up; that must not hide how the request ended.
    if (method !== 'notifications/cancelled') last = sent;
    if (method === 'tools/call') {
      const headers = Object.fromEntries(new Headers(init.headers));
      call = sent;
      call.request = { method: 'POST', url: String(url), headers, body: String(init.body) };
    }
    try {
      const response = await door(url, init, {
        onFailure: (failure) => {
          sent.failure = failure;
        },
        onChunk: (chunk) => {
          const { body = Buffer.alloc(0) } = sent;
          if (body.length < shownBytes) sent.body = Buffer.concat([body, chunk]).subarray(0, shownBytes);
        },
      });
      sent.status = response.status;
      sent.headers = Object.fromEntries(response.headers);
      sent.challenge = response.headers.get('www-authenticate') ?? undefined;
      return response;
    } catch (error) {
      sent.failure = error;
      throw error;
    }
  };
  const outcome = (): McpOutcome => {
    if (call === undefined) return 'not_run';
    const { status, failure } = call;
    if (status === undefined) {
      return failure instanceof OutboundError && beforeSending.includes(failure.kind) ? 'not_run' : 'unknown';
    }
    const isRefused = refusals.includes(status) || (status >= 300 && status < 400);
    return isRefused ? 'not_run' : 'unknown';
  };
  return {
    fetch,
    exchange: () => exchangeOf(call),
    lost: (cause) => {
      const { kind, message } = ofDoor(last?.failure) ?? {
        kind: 'lost',
        message: `${host} ended the stream before it answered.`,
      };
      return new McpError(message, { kind, outcome: outcome(), cause });
    },
    explain: (error, signal) => {
      if (error instanceof McpError) return error;
      const { status, challenge } = last ?? {};
      const { kind, message } = signal.aborted
        ? { kind: 'aborted' as const, message: `The request was ended before ${host} answered.` }
        : reasonOf(error, { ...last, host, timeoutMs: server.timeoutMs });
      return new McpError(message, { kind, outcome: outcome(), status, challenge, cause: error });
    },
  };
}

function exchangeOf({ request, status, headers = {}, body }: Sent = {}): Exchange | undefined {
  if (request === undefined) return undefined;
  return { request, response: status === undefined ? null : { status, headers, body: body?.toString() ?? '' } };
}

interface Reason {
  readonly kind: McpErrorKind;
  readonly message: string;
}

function reasonOf(error: unknown, of: Sent & { readonly host: string; readonly timeoutMs: number }): Reason {
  const { host, failure, status, timeoutMs } = of;
  const known = ofDoor(failure) ?? ofStatus(host, status);
  if (known !== undefined) return known;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'REQUEST_TIMEOUT') return { kind: 'timeout', message: `${host} did not answer within ${timeoutMs} ms.` };
  if (typeof code === 'number') return { kind: 'protocol', message: `${host} answered with the error ${code}.` };
  return { kind: 'protocol', message: `${host} gave an answer that is not valid MCP.` };
}

/** The reason of a failure of the outbound door; undefined for another failure. */
function ofDoor(failure: unknown): Reason | undefined {
  if (!(failure instanceof OutboundError)) return undefined;
  const { kind, message } = failure;
  if (kind === 'too_large' || kind === 'timeout') return { kind, message };
  return { kind: kind === 'broken' ? 'lost' : 'outbound', message };
}

function ofStatus(host: string, status = 200): Reason | undefined {
  if (status < 300) return undefined;
  const isUnauthorized = status === 401 || status === 403;
  return { kind: isUnauthorized ? 'unauthorized' : 'status', message: `${host} answered with status ${status}.` };
}

/** The method of a JSON-RPC message that the package has written. */
function methodOf(body: unknown): unknown {
  return typeof body === 'string' ? JSON.parse(body).method : undefined;
}
