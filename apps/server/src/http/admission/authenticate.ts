import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import type { Principal, RequestActor, VisitorActor } from '../../access/actor.ts';
import type { Callers, Finding } from '../../access/callers.ts';
import { keyRevoked, sessionEnded } from '../../access/ended-credentials.ts';
import { isWellFormedKey } from '../../access/key-format.ts';
import { type FailureLimiter, tooManyFailures } from '../../access/limits/rate-limit.ts';
import { isOwnOrigin } from '../../access/own-origin.ts';
import { visitorPrefix } from '../../access/visitor-tokens.ts';
import { AppError } from '../../errors.ts';
import { addressOf } from '../limits/address.ts';

/** The names of the session cookie: with https it is bound to the host (`__Host-`, RFC 6265bis). */
export const sessionCookie = { plain: 'parley_session', secure: '__Host-parley_session' } as const;

/** A session's token: 256 random bits in base64url. */
const sessionTokenPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Recognises the token of a visitor at an address. Throws `invalid_visitor_token`, `expired_visitor_token` or
 * `origin_not_allowed`.
 */
export type RecogniseVisitor = (token: string, address: string) => Promise<VisitorActor>;

/** Dependencies of authentication. */
export interface Authentication {
  readonly callers: Callers;
  readonly recogniseVisitor: RecogniseVisitor;
  /** Counts refused API keys and visitors' tokens by address. */
  readonly failures: Pick<FailureLimiter, 'fail'>;
  readonly now: () => number;
  /** The origins of the dashboard; a session is accepted from these only. */
  readonly origins: ReadonlySet<string>;
  /** The only accepted name of the session cookie: over https a neighbouring host could set the plain one. */
  readonly cookie: (typeof sessionCookie)[keyof typeof sessionCookie];
}

/** A request with its client address. */
type Asked = Pick<FastifyRequest, 'raw' | 'ip'>;

/**
 * Authenticates a request. It alone reads credentials: a bearer key, a visitor's token, or the dashboard's session
 * cookie (same origin only). Returns a cached principal synchronously. Throws or rejects with a 401, or with `too_many_failed_attempts` if
 * the address has sent too many refused keys. Requests without credentials and session tokens don't count: neither
 * guesses anything.
 */
export function authenticate(using: Authentication, request: Asked): RequestActor | Promise<RequestActor> {
  const { raw } = request;
  const header = raw.headers.authorization;
  if (header === undefined) {
    const token = parseCookie(raw.headers.cookie ?? '', asSent)[using.cookie];
    if (token === undefined) throw missing();
    refuseForeignOrigin(using, raw);
    return recognise(using, request, { kind: 'session', credential: token });
  }
  if (countHeaders(raw, 'authorization') > 1) {
    throw new AppError('bad_request', 'Send exactly one Authorization header.');
  }
  const [, credential] = /^bearer +(\S+) *$/i.exec(header) ?? [];
  if (credential === undefined) throw missing();
  if (credential.startsWith(visitorPrefix)) return recogniseVisitor(using, request, credential);
  return recognise(using, request, { kind: 'key', credential });
}

async function recogniseVisitor(using: Authentication, request: Asked, token: string): Promise<VisitorActor> {
  try {
    return await using.recogniseVisitor(token, addressOf(request));
  } catch (error) {
    const isGuess = error instanceof AppError && error.code === 'invalid_visitor_token';
    throw isGuess ? refusedCredential(using, request, error) : error;
  }
}

interface Credential {
  readonly kind: 'key' | 'session';
  readonly credential: string;
}

function recognise(
  using: Authentication,
  request: Asked,
  { kind, credential }: Credential,
): Principal | Promise<Principal> {
  const remembered = using.callers.recall(credential, using.now());
  if (remembered !== undefined && remembered.kind === kind) return remembered;
  const wellFormed = kind === 'key' ? isWellFormedKey(credential) : sessionTokenPattern.test(credential);
  const refuse = (error: AppError) => (kind === 'key' ? refusedCredential(using, request, error) : error);
  if (!wellFormed) throw refuse(refusals[kind].unknown());
  return using.callers.recognise(kind, credential).then((finding: Finding) => {
    if (typeof finding === 'object') return finding;
    throw refuse(refusals[kind][finding]());
  });
}

const missing = () =>
  new AppError('missing_api_key', 'Authentication is required.', {
    hint: 'Send an API key as "Authorization: Bearer <key>". Keys are made in the dashboard under Settings, API Keys.',
  });

/** The error of each way in which a credential is refused. */
const refusals = {
  key: {
    unknown: () => new AppError('invalid_api_key', 'The API key is not valid.'),
    revoked: keyRevoked,
    expired: () => new AppError('expired_api_key', 'The API key has expired.'),
    inactive: () =>
      new AppError('inactive_api_key', 'The API key is inactive.', {
        hint: 'Its person is suspended, or is no longer a member of what it reaches; it works again once that ends.',
      }),
  },
  session: { unknown: sessionEnded, revoked: sessionEnded, expired: sessionEnded, inactive: sessionEnded },
} as const;

/** Counts a refused credential. Returns its error, or `too_many_failed_attempts` if the address has sent too many. */
function refusedCredential(using: Authentication, request: Asked, error: AppError): AppError {
  const wait = using.failures.fail(addressOf(request), using.now());
  return wait === undefined ? error : tooManyFailures(wait);
}

/** Refuses a session cookie from another site: browsers send it with requests that other sites cause. */
function refuseForeignOrigin({ origins }: Authentication, request: IncomingMessage): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const foreign =
    origin === undefined
      ? site !== undefined && site !== 'same-origin' && site !== 'none'
      : !isOwnOrigin({ origins, host: request.headers.host }, origin);
  const silent = origin === undefined && site === undefined && request.method !== 'GET' && request.method !== 'HEAD';
  if (foreign || silent) {
    throw new AppError('origin_not_allowed', 'A session can be used from the dashboard itself only.', {
      hint: 'Programs authenticate with an API key.',
    });
  }
}

/** Keeps cookie values undecoded, so that a session token has only one spelling. */
const asSent = { decode: (value: string) => value };

/** Counts a header in a request, because Node keeps only one; `name` in lower case. */
export function countHeaders({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) count += 1;
  }
  return count;
}
