import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors.ts';

/** Prefix of every token of a visitor; no key has it. */
export const visitorPrefix = 'pvt_';

/**
 * Lifetime of a token, in ms. After it, a verified visitor proves the identity again; others renew their token when
 * they come back.
 */
const lifetimes = { verified: 24 * 60 * 60 * 1000, anonymous: 90 * 24 * 60 * 60 * 1000 } as const;

/** Claims of a token. */
export interface VisitorClaims {
  readonly channel: string;
  /** The ID of the visitor: the `userId` of the conversations. */
  readonly visitor: string;
  readonly name: string | null;
  /** True if the customer's server has said who it is. */
  readonly verified: boolean;
  /** The origin of the page that embeds the chat; null if none does. */
  readonly origin: string | null;
  /** In ms since 1970. */
  readonly expiresAt: number;
}

export type VisitorTokens = ReturnType<typeof createVisitorTokens>;

/**
 * Visitors' tokens: the claims with an HMAC-SHA-256 under a key of the instance, so that no token needs a row. Reasons
 * to end one early (its channel, the channel's origins) are looked up at each use.
 */
export function createVisitorTokens(key: Uint8Array, now: () => number) {
  const macOf = (payload: string) => createHmac('sha256', key).update(payload).digest();

  return {
    issue: (claims: Omit<VisitorClaims, 'expiresAt'>): { readonly token: string; readonly expiresAt: number } => {
      const expiresAt = now() + lifetimes[claims.verified ? 'verified' : 'anonymous'];
      const { channel, visitor, name, verified, origin } = claims;
      const payload = Buffer.from(JSON.stringify([channel, visitor, name, verified, origin, expiresAt])).toString(
        'base64url',
      );
      return { token: `${visitorPrefix}${payload}.${macOf(payload).toString('base64url')}`, expiresAt };
    },

    /** Reads a token. Throws `invalid_visitor_token` or `expired_visitor_token`. */
    read: (token: string): VisitorClaims => {
      const [payload = '', mac = '', ...rest] = token.slice(visitorPrefix.length).split('.');
      const given = Buffer.from(mac, 'base64url');
      const expected = macOf(payload);
      // The text is compared, too, since several texts decode to the same bytes.
      const isOurs =
        token.startsWith(visitorPrefix) &&
        rest.length === 0 &&
        given.length === expected.length &&
        timingSafeEqual(given, expected) &&
        mac === expected.toString('base64url');
      if (!isOurs) throw invalidToken();
      const [channel, visitor, name, verified, origin, expiresAt] = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
      ) as [string, string, string | null, boolean, string | null, number];
      if (expiresAt <= now()) throw expiredToken();
      return { channel, visitor, name, verified, origin, expiresAt };
    },
  };
}

/** The refusal of a token that isn't ours, or whose channel is gone. */
export const invalidToken = (): AppError =>
  new AppError('invalid_visitor_token', 'The visitor token is not valid.', {
    hint: 'Create another with POST /api/channels/{id}/visitors.',
  });

const expiredToken = () =>
  new AppError('expired_visitor_token', 'The visitor token has expired.', {
    hint: 'Create another with POST /api/channels/{id}/visitors.',
  });
