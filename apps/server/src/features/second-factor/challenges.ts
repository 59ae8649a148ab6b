import { timingSafeEqual } from 'node:crypto';
import { createFailureLimiter, tooManyFailures } from '../../access/limits/rate-limit.ts';
import { newToken, tokenDigest } from '../../access/secrets.ts';
import type { SignInMethod } from '../../access/sign-in.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { FactorChallengeRow } from '../../storage/tables.ts';
import type { Statement } from '../../storage/unit.ts';
import * as store from './challenge-store.ts';
import { newChallenge } from './webauthn.ts';

/** Lifetime of a challenge in milliseconds: ten minutes. */
const lifetime = 10 * 60_000;

/** Max tries at a challenge. */
const maxTries = 5;

/** Max tokens that don't work, of a place in a minute. No token can be guessed, so this only bounds the load. */
const maxDeadTokens = 300;

/** Dependencies of challenges. */
export interface ChallengeNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** A digest under the pepper. */
  factorDigest(text: string): string;
}

/** A challenge that just began. */
export interface BegunChallenge {
  readonly token: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export type Challenges = ReturnType<typeof createChallenges>;

/** The error for a token that is unknown, used, expired, or was tried too often. */
export const expired = () =>
  new AppError('challenge_expired', 'The sign-in or challenge has expired, was used, or was tried too often.', {
    hint: 'Begin again.',
  });

/** Proofs that are under way, each with a token that works once. */
export function createChallenges({ db, now, factorDigest }: ChallengeNeeds) {
  const failures = createFailureLimiter({ max: maxDeadTokens });
  const iso = (time: number) => new Date(time).toISOString();
  const useOf = (token: string, kind: store.ChallengeKind) => ({
    ...{ id: tokenDigest(token), kind, now: now(), most: maxTries },
  });
  const macOf = (challenge: string, until: number) => factorDigest(`challenge ${challenge} ${until}`);

  return {
    /** Returns a new challenge of a person, and the statement that stores it. */
    begin: (
      kind: store.ChallengeKind,
      user: string,
      {
        method = null,
        challenge = null,
      }: { readonly method?: SignInMethod | null; readonly challenge?: string | null },
    ): BegunChallenge & { readonly statements: readonly Statement[] } => {
      const token = newToken();
      const until = now() + lifetime;
      const row = { id: tokenDigest(token), user_id: user, kind, method, challenge, tries: 0, expires_at: until };
      return { token, expiresAt: iso(until), statements: [store.insert(db, row)] };
    },

    /** Finds a challenge by its token. Throws `challenge_expired`, or `too_many_failed_attempts`. */
    find: async (
      token: string,
      kind: store.ChallengeKind,
      address: string,
    ): Promise<FactorChallengeRow & { readonly user_id: string }> => {
      const wait = failures.wait(address, now());
      if (wait !== undefined) throw tooManyFailures(wait);
      const row = await store.find(db, useOf(token, kind));
      if (row === undefined || row.user_id === null) {
        failures.fail(address, now());
        throw expired();
      }
      return { ...row, user_id: row.user_id };
    },

    /** Counts a try before it is judged, and for good: concurrent guesses count, too. Throws `challenge_expired`. */
    countTry: async (token: string, kind: store.ChallengeKind): Promise<void> => {
      await db.write({ counted: store.countTry(db, useOf(token, kind), expired) });
    },

    /** Sets the value that a passkey has to sign for a challenge, in place of an earlier request. */
    ask: async (token: string, kind: store.ChallengeKind): Promise<string> => {
      const challenge = newChallenge();
      await db.write({ asked: store.setChallenge(db, useOf(token, kind), { challenge, orElse: expired }) });
      return challenge;
    },

    /** Returns the statement that uses a challenge up; it throws `challenge_expired` if another request did. */
    use: ({ id }: Pick<FactorChallengeRow, 'id'>): Statement => store.remove(db, id, expired),

    /**
     * Issues a challenge for any person with a passkey. Any client may ask for one, so nothing is stored until it is
     * answered: its token authenticates itself.
     */
    issue: (): BegunChallenge & { readonly challenge: string } => {
      const challenge = newChallenge();
      const until = now() + lifetime;
      return { challenge, token: `${challenge}.${until}.${macOf(challenge, until)}`, expiresAt: iso(until) };
    },

    /** Reads a token of `issue`, and returns the statement that uses it up. Throws `challenge_expired`. */
    read: (token: string): { readonly challenge: string; readonly statements: readonly Statement[] } => {
      const [challenge = '', time = '', mac = ''] = token.split('.');
      const until = Number(time);
      const [given, right] = [Buffer.from(mac), Buffer.from(macOf(challenge, until))];
      const isOurs = given.length === right.length && timingSafeEqual(given, right);
      if (!isOurs || token !== `${challenge}.${until}.${mac}` || until <= now()) throw expired();
      const row = { id: tokenDigest(token), user_id: null, kind: 'used', method: null, challenge: null, tries: 0 };
      return { challenge, statements: [store.insert(db, { ...row, expires_at: until }, expired)] };
    },

    /** Returns the statement that ends every challenge of a person. */
    endAll: (user: string): Statement => store.removeAllOf(db, user),
  };
}
