import { OutboundError } from '../outbound/error.ts';
import type { HeaderRecord } from '../outbound/exchange/headers.ts';
import { type SendContext, SendFailure } from './messenger.ts';

/** Limits of a request to a platform. */
const limits = { connect: 5_000, idle: 10_000, total: 20_000, bodyBytes: 1024 * 1024 } as const;

/** A request to the API of a platform. Its URL may have a secret: no failure names it. */
export interface PlatformRequest {
  /** Name of the platform, for sentences. */
  readonly platform: string;
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: HeaderRecord;
  /** Sent as JSON. */
  readonly json?: object;
  /** The `User-Agent` that the platform asks for; the service's own by default. */
  readonly agent?: string;
  /** True if the request may have had its effect although its answer was lost, so that it must not be sent twice. */
  readonly isOnce?: boolean;
}

/** An answer of a platform. */
export interface PlatformResponse {
  readonly status: number;
  readonly headers: HeaderRecord;
  /** The JSON object of the body; empty if the body is no JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Failures before a request was sent: nothing of it has an effect. */
const unsent: readonly string[] = ['url', 'scheme', 'port', 'address', 'header', 'dns', 'unreachable', 'tls', 'busy'];

/** Failures that the next attempt will meet, too. */
const lasting: readonly string[] = ['url', 'scheme', 'port', 'address', 'header'];

/** Answers of a gateway: whether the platform itself got the request isn't known. */
const fromGateway: readonly number[] = [502, 504];

/**
 * Calls the API of a platform. Answers of any other status are returned, except those of its failure: 429 and 5xx. Throws a
 * `SendFailure`.
 */
export async function callPlatform(request: PlatformRequest, context: SendContext): Promise<PlatformResponse> {
  const { platform, url, method = 'POST', headers = {}, json, agent, isOnce = false } = request;
  const sent = {
    ...({ url, method, redirect: 'manual', limits } as const),
    headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(agent !== undefined && { agent }),
    ...(context.signal !== undefined && { signal: context.signal }),
  };
  try {
    const response = await context.fetch(sent);
    const text = await response.text();
    const { status } = response;
    const answer = { status, headers: response.headers, json: objectOf(text) };
    if (status === 429) throw tooMany(platform, answer, context.now);
    if (status >= 500) {
      const isUnknown = isOnce && fromGateway.includes(status);
      throw new SendFailure('platform_failed', `${platform} answered ${status}.`, { isUnknown });
    }
    return answer;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { kind } = error;
    throw new SendFailure(kind, `${platform} could not be reached: ${error.message}`, {
      isFinal: lasting.includes(kind),
      isUnknown: isOnce && !unsent.includes(kind),
    });
  }
}

/** The refusal of a platform that gets too many requests. */
function tooMany(platform: string, { headers, json }: PlatformResponse, now: number): SendFailure {
  const waitMs = waitOf(headers['retry-after'], json, now);
  const seconds = Math.ceil(waitMs / 1000);
  return new SendFailure('rate_limited', `${platform} wants no more messages for ${seconds} s.`, { waitMs });
}

/** Waiting time for a platform that asks to wait, in ms: the maximum, and the default if it names no time. */
const waits = { most: 60 * 60_000, usual: 30_000 } as const;

/** The waiting time in ms: `Retry-After` (RFC 9110), Telegram's `parameters.retry_after`, Discord's `retry_after`, in s. */
function waitOf(header: string | undefined, json: Readonly<Record<string, unknown>>, now: number): number {
  const { parameters, retry_after: own } = json;
  const told = (parameters as { retry_after?: unknown } | undefined)?.retry_after ?? own ?? header;
  const seconds = Number(told);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(String(told)) - now;
  return Number.isFinite(ms) && ms >= 0 ? Math.min(Math.ceil(ms), waits.most) : waits.usual;
}

/** Parses a text as a JSON object; empty if the text is no JSON object. */
function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
