import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VisitorActor } from '../../access/actor.ts';
import { addressPrefix } from '../../access/limits/address-prefix.ts';
import type { Allowance, RateLimiter } from '../../access/limits/rate-limit.ts';
import { AppError, type ErrorCode, invalid, notAnswered } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { addressOf } from '../limits/address.ts';
import type { ServerEvent } from '../wire/streams.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visitor: VisitorActor | null;
  }
}

/** Max bytes of a visitor's body: a long message fits. */
export const maxVisitorBytes = 64 * 1024;

/** Requests per minute of one visitor, and of all visitors at one address. */
const visitorLimit = 120;
const addressLimit = 600;
/** Messages per minute of one visitor, and of all visitors at one address. */
const sendLimit = 20;
const addressSendLimit = 60;

/** A window that a visitor's request counts in. */
interface VisitorWindow {
  readonly subject: string;
  readonly limit: number;
}

/**
 * The windows of a visitor's request: the visitor's and the address's; for a message also one of all visitors of the
 * account, as long as its plan allows keys. Keys have a window of their own: a flood of visitors never stops them.
 */
function windowsOf(visitor: VisitorActor, address: string, sends: Sends | undefined): readonly VisitorWindow[] {
  const { channel, id, account } = visitor;
  const place = addressPrefix(address);
  const own = { subject: `visitor:${channel}:${id}`, limit: visitorLimit };
  const shared = { subject: `visitors-at:${place}`, limit: addressLimit };
  if (sends === undefined) return [own, shared];
  return [
    own,
    shared,
    { subject: `sends:${channel}:${id}`, limit: sendLimit },
    { subject: `sends-at:${place}`, limit: addressSendLimit },
    { subject: `sends-of:${account.id}`, limit: sends.limit },
  ];
}

/** A request that sends a message, and how many the account's plan allows per minute. */
interface Sends {
  readonly limit: number;
}

/** Dependencies of the admission of visitors. */
interface VisitorLimits {
  readonly limiter: RateLimiter;
  limitOf(plan: string): number;
}

/**
 * Counts a visitor's request in its windows, and returns the state of the visitor's own one. Throws `rate_limited` for
 * the first window that is full, and `visitor_not_allowed` if the endpoint isn't for visitors.
 */
export async function enterVisitor(
  { limiter, limitOf }: VisitorLimits,
  request: FastifyRequest,
  { visitor, endpoint, now }: { visitor: VisitorActor; endpoint: Endpoint | undefined; now: number },
): Promise<Allowance> {
  const sends = endpoint?.sends === true ? { limit: limitOf(visitor.account.plan) } : undefined;
  let own: Allowance | undefined;
  for (const { subject, limit } of windowsOf(visitor, addressOf(request), sends)) {
    const taken = await limiter.take(subject, limit, now);
    if (!taken.allowed) throw visitorLimited(taken, now);
    own ??= taken;
  }
  checkVisitor(endpoint);
  return own as Allowance;
}

/** Throws `visitor_not_allowed` if an endpoint isn't for visitors. */
export function checkVisitor(endpoint: Endpoint | undefined): void {
  if (endpoint?.visitors !== undefined) return;
  throw new AppError('visitor_not_allowed', 'A visitor of a channel cannot do this.', {
    hint: 'Use an API key on your server.',
  });
}

/** The refusal of a visitor, or of an address, that asks too often. */
function visitorLimited({ resetAt }: Allowance, now: number): AppError {
  const wait = Math.max(1, Math.ceil((resetAt - now) / 1000));
  return new AppError('rate_limited', `Too many requests; try again in ${wait} seconds.`, { retryAfter: wait });
}

/** Creates the hook that refuses query parameters and fields of the body that a visitor may not send. */
export const onlyForVisitors =
  (takes: readonly string[]) =>
  ({ visitor, query, body }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const others = (value: unknown) =>
      visitor !== null && typeof value === 'object' && value !== null
        ? Object.keys(value).filter((name) => !takes.includes(name))
        : [];
    const [parameters, fields] = [others(query), others(body)];
    if (parameters.length > 0) done(invalid(parameters.map(notForVisitors), 'unknown_parameter'));
    else done(fields.length > 0 ? invalid(fields.map(notForVisitors)) : undefined);
  };

const notForVisitors = (path: string) => ({ path, message: 'is not accepted from a visitor' });

/** Returns the JSON text of what a visitor sees of the data of an answer. */
export function shownText({ visitors }: Endpoint, visitor: VisitorActor, json: string): string {
  return JSON.stringify(visitors?.shows(JSON.parse(json), visitor) ?? {});
}

/** The events of a stream as a visitor sees them. */
export async function* shownEvents(
  { visitors }: Endpoint,
  visitor: VisitorActor,
  events: AsyncIterable<ServerEvent>,
): AsyncGenerator<ServerEvent> {
  for await (const event of events) {
    const shown = visitors?.shows(JSON.parse(event.data), visitor, event.event);
    if (shown !== undefined) yield { ...event, data: JSON.stringify(shown) };
  }
}

/** Errors whose sentence, hint and details are about the account's own matters: its providers, plan and database. */
const internalTo: ReadonlySet<ErrorCode> = new Set([
  ...(['provider_error', 'provider_not_configured', 'provider_timeout', 'response_schema_mismatch'] as const),
  ...(['quota_exceeded', 'too_many_concurrent', 'agent_inactive'] as const),
]);

/** Returns an error as a visitor sees it: its code stays, facts about the account don't. */
export function shownError(error: AppError): AppError {
  if (!internalTo.has(error.code)) return error;
  const { retryAfter, failed } = error.extras;
  return new AppError(error.code, notAnswered, {
    ...(retryAfter !== undefined && { retryAfter }),
    ...(failed !== undefined && { failed }),
  });
}
