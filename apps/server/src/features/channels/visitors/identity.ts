import type { JWTPayload } from 'jose';
import { AppError } from '../../../errors.ts';

/** Maximum lifetime of a proof, in seconds: a longer one is a risk if it leaks. */
const maxSeconds = 24 * 60 * 60;

/** Maximum difference between the clocks of two servers, in seconds. */
const clockTolerance = 60;

/** Max characters of the visitor's ID and name. */
const maxId = 200;
const maxName = 200;

/** Prefix of the IDs of anonymous visitors, so that no proof can name one of them. */
const anonymousPrefix = 'visitor_';

/** A visitor as the customer's server names it. */
export interface Identity {
  /** The customer's ID for the person: `sub`. */
  readonly id: string;
  readonly name: string | null;
}

/** The channel, secrets and time with which a proof is checked. */
interface Checking {
  readonly channel: string;
  /** The channel's secrets: the current one and, for a while after a rotation, the one before. */
  readonly secrets: readonly string[];
  /** In ms since 1970. */
  readonly now: number;
}

/**
 * Verifies the proof of a visitor's identity: a JWT (RFC 7519) signed with HS256 under the channel's secret, with `sub`
 * and `exp`, and with the channel as `aud` if it has one. Throws `invalid_identity` or `expired_identity`.
 */
export async function verifyIdentity(proof: string, { channel, secrets, now }: Checking): Promise<Identity> {
  const payload = await payloadOf(proof, secrets, now);
  const { sub, exp, aud, name } = payload;
  if (exp === undefined) throw invalidIdentity('It has no exp.');
  if (exp > now / 1000 + maxSeconds + clockTolerance) throw invalidIdentity('Its exp is more than 24 hours ahead.');
  if (aud !== undefined && ![aud].flat().includes(channel)) throw invalidIdentity('Its aud is another channel.');
  if (typeof sub !== 'string' || sub === '' || sub.length > maxId || sub.includes('\0')) {
    throw invalidIdentity(`Its sub must have 1 to ${maxId} characters.`);
  }
  if (sub.startsWith(anonymousPrefix)) throw invalidIdentity(`Its sub must not start with ${anonymousPrefix}.`);
  return { id: sub, name: typeof name === 'string' && name !== '' ? name.slice(0, maxName) : null };
}

/** Returns the payload of a proof that one of the secrets has signed. */
async function payloadOf(proof: string, secrets: readonly string[], now: number): Promise<JWTPayload> {
  // Loaded when the first proof arrives: most servers never see one.
  const { errors, jwtVerify } = await import('jose');
  for (const secret of secrets) {
    try {
      const options = { algorithms: ['HS256'], clockTolerance, currentDate: new Date(now) };
      return (await jwtVerify(proof, new TextEncoder().encode(secret), options)).payload;
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue;
      if (error instanceof errors.JWTExpired) throw expiredIdentity();
      throw invalidIdentity('It is no JWT with HS256 that is valid now.');
    }
  }
  throw invalidIdentity('Its signature is not by the secret of this channel.');
}

const invalidIdentity = (hint: string) =>
  new AppError('invalid_identity', 'The identity of the visitor is not valid.', { hint });

const expiredIdentity = () =>
  new AppError('expired_identity', 'The identity of the visitor has expired.', {
    hint: 'Have your server sign another JWT for the visitor.',
  });

/** The refusal of a visitor without a proof, by a channel that requires one. */
export const identityRequired = (): AppError =>
  new AppError('identity_required', 'The channel is only for people whose identity is verified.', {
    hint: 'Send `identity`: a JWT that your server signs for the person who is signed in.',
  });
