import type { FastifyReply, FastifyRequest } from 'fastify';
import { demandScope, isPrincipal, keepsRights, type Principal, type RequestActor } from '../../access/actor.ts';
import { demandConfirmed } from '../../access/confirmation.ts';
import type { Allowance, RateLimiter } from '../../access/limits/rate-limit.ts';
import { AppError } from '../../errors.ts';
import type { Access, Endpoint } from '../endpoint.ts';
import { rateLimitHeaders } from '../limits/rate-limit-headers.ts';
import { type Authentication, authenticate } from './authenticate.ts';
import { checkVisitor, enterVisitor } from './visitors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    /** The generation of rights (see `callers.ts`) in which the principal was recognised. */
    rightsOf: number;
    /** When the request was counted as used, in ms since 1970; 0 if it wasn't. */
    usedAt: number;
    /** The raw body, for the fingerprint of a repeatable request. */
    rawBody: Buffer | null;
  }
}

/** Requests that a signed-in person has per minute, apart from the account's plan; sent messages count for that. */
const sessionLimit = 600;

/** Dependencies of admission. */
export interface Admission {
  readonly authentication: Authentication;
  readonly limiter: RateLimiter;
  /** Requests per minute of an account on the plan. */
  limitOf(plan: string): number;
  /** Records that a key or session was used, unless the limit refused it. */
  used(principal: Principal, now: number): void;
  /** Takes back what `used` counted at a time, because the request was refused later. */
  unused(principal: Principal, usedAt: number): void;
}

/**
 * Returns the rate-limit window of a principal's request, and its limit. Requests of a session that `sends` to a model
 * count for the account. A session of a removed person always has the person's window: it could otherwise use up that
 * of the account.
 */
function windowOf(
  admission: Pick<Admission, 'limitOf'>,
  principal: Principal,
  sends = false,
): { owner: WindowOwner; subject: string; limit: number } {
  const isOutside = principal.memberships.size === 0;
  if (principal.kind === 'session' && (isOutside || !sends)) {
    return { owner: 'person', subject: principal.user.id, limit: sessionLimit };
  }
  const limit = admission.limitOf(principal.account.plan);
  return { owner: 'account', subject: principal.account.id, limit };
}

/** Creates the function that reads the window of a principal's ordinary requests, without counting. */
export const allowanceBy =
  ({ limiter, limitOf }: Pick<Admission, 'limiter' | 'limitOf'>, now: () => number) =>
  (principal: Principal): Allowance | Promise<Allowance> => {
    const { subject, limit } = windowOf({ limitOf }, principal);
    return limiter.peek(subject, limit, now());
  };

/** Creates the hook that authenticates, counts the request and checks the scope, all before the body is read. */
export function admit(admission: Admission, endpoint: Endpoint): Hook {
  const { sends = false } = endpoint;
  const enter = (request: FastifyRequest, actor: RequestActor): undefined | Promise<void> => {
    const now = admission.authentication.now();
    if (!isPrincipal(actor)) {
      request.visitor = actor;
      const entered = enterVisitor(admission, request, { visitor: actor, endpoint, now });
      return entered.then((taken) => addHeaders(request, rateLimitHeaders(taken, now)));
    }
    const principal = actor;
    request.principal = principal;
    const { owner, subject, limit } = windowOf(admission, principal, sends);
    const allowance = admission.limiter.take(subject, limit, now);
    if (allowance instanceof Promise) return allowance.then((taken) => pass(request, principal, { owner, taken, now }));
    pass(request, principal, { owner, taken: allowance, now });
    return undefined;
  };
  const pass = (request: FastifyRequest, principal: Principal, { owner, taken, now }: Taken) => {
    addHeaders(request, rateLimitHeaders(taken, now));
    // A request refused by the limit doesn't count as use.
    if (!taken.allowed) throw rateLimited(owner, taken, now);
    admission.used(principal, now);
    request.usedAt = now;
    checkAccess(request, principal, { endpoint, now });
  };
  return recogniseFirst(admission, enter);
}

/**
 * Creates the hook that runs when the body has arrived. It refuses a caller who has lost the right meanwhile, however
 * slow the body was.
 */
export function admitAgain(admission: Admission, endpoint: Endpoint): Hook {
  const { callers } = admission.authentication;
  const again = recogniseFirst(admission, (request, actor) => {
    if (!isPrincipal(actor)) {
      request.visitor = actor;
      checkVisitor(endpoint);
      return undefined;
    }
    request.principal = actor;
    checkAccess(request, actor, { endpoint, now: admission.authentication.now() });
    return undefined;
  });
  return (request, reply, done) => {
    if (request.rightsOf === callers.generation()) done();
    else again(request, reply, done);
  };
}

/**
 * Creates the check that runs before each part of a long response. A caller who loses a right gets no further part.
 * It compares with the rights at the start, so new rights don't interrupt the response.
 */
export function stillAdmitted(
  { authentication }: Admission,
  request: FastifyRequest,
): () => boolean | Promise<boolean> {
  const { callers, now } = authentication;
  // The key was accepted when the response started, so its later refusal is not a failed attempt of the address.
  const uncounted = { ...authentication, failures: { fail: () => undefined } };
  let known: RequestActor | null = request.principal ?? request.visitor;
  let rightsOf = request.rightsOf;
  const lookAgain = async (before: RequestActor): Promise<boolean> => {
    const asked = callers.generation();
    try {
      known = await authenticate(uncounted, request);
    } catch (error) {
      // As at the start of a request, a caller who can't be looked up is not trusted.
      if (error instanceof AppError) return false;
      throw error;
    }
    rightsOf = asked;
    // A visitor's token is for the same visitor as long as it is good.
    return !isPrincipal(before) || (isPrincipal(known) && keepsRights(before, known));
  };
  return () => {
    if (known === null) return true;
    return (
      (rightsOf === callers.generation() && (known.expiresAt ?? Number.POSITIVE_INFINITY) > now()) || lookAgain(known)
    );
  };
}

/**
 * Removes a request from the usage if it was refused because too much is under way. It stays in the rate-limit window,
 * which also protects the server from a flood of such requests.
 */
export function forgetRefused(admission: Pick<Admission, 'unused'>, request: FastifyRequest, { code }: AppError): void {
  if (code !== 'too_many_concurrent' || request.principal === null || request.usedAt === 0) return;
  admission.unused(request.principal, request.usedAt);
  request.usedAt = 0;
}

/** A request that was counted in a window. */
interface Taken {
  readonly owner: WindowOwner;
  readonly taken: Allowance;
  readonly now: number;
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Creates a hook that authenticates, then calls `enter`; synchronously if the caller is cached. */
function recogniseFirst(
  { authentication }: Admission,
  enter: (request: FastifyRequest, actor: RequestActor) => undefined | Promise<void>,
): Hook {
  return (request, _reply, done) => {
    request.rightsOf = authentication.callers.generation();
    try {
      const found = authenticate(authentication, request);
      const entered = found instanceof Promise ? found.then((actor) => enter(request, actor)) : enter(request, found);
      if (entered === undefined) done();
      else entered.then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  };
}

function addHeaders(request: FastifyRequest, headers: Readonly<Record<string, string>>): void {
  request.replyHeaders = request.replyHeaders === null ? headers : { ...request.replyHeaders, ...headers };
}

function checkAccess(
  request: FastifyRequest,
  principal: Principal,
  { endpoint, now }: { readonly endpoint: Endpoint; readonly now: number },
): void {
  const access = endpoint.access as Exclude<Access, 'public'>;
  if (access === 'session') requireSession(principal);
  else if (access !== 'anyone') demandScope(principal, access);
  if (endpoint.confirmed === true && !isPreview(endpoint, request)) demandConfirmed(principal, now);
}

/** True if a request is a preview: `dryRun` is exactly the value that validation accepts. */
const isPreview = ({ preview }: Endpoint, { query }: FastifyRequest): boolean =>
  preview !== undefined && (query as Readonly<Record<string, unknown>>)['dryRun'] === 'true';

function rateLimited(owner: WindowOwner, { limit, resetAt }: Allowance, now: number): AppError {
  const wait = Math.max(1, Math.ceil((resetAt - now) / 1000));
  return new AppError('rate_limited', `The rate limit is exceeded; try again in ${wait} seconds.`, {
    retryAfter: wait,
    hint: limitHints[owner](limit),
  });
}

type WindowOwner = keyof typeof limitHints;

/** The hints of an exceeded limit, by the owner of its window. */
const limitHints = {
  account: (limit: number) =>
    `The plan allows ${limit} requests a minute, all keys of the account and messages from the dashboard together.`,
  person: (limit: number) =>
    `A signed-in person may send ${limit} requests a minute, all sessions together; API keys have limits of their own.`,
};

function requireSession(principal: Principal): void {
  if (principal.kind === 'session') return;
  throw new AppError('session_required', 'Only a signed-in person can do this, in the dashboard; an API key cannot.');
}
