import type { Actor, Principal, SessionActor } from '../../access/actor.ts';
import { addressPrefix, networkPrefix } from '../../access/limits/address-prefix.ts';
import type { RateLimiter } from '../../access/limits/rate-limit.ts';
import { newToken, tokenDigest } from '../../access/secrets.ts';
import {
  type Client,
  type EnteringUser,
  type NewSession,
  originOf,
  type PasskeyClient,
  type SignInMethod,
} from '../../access/sign-in.ts';
import type { Newcomer, RecordEvent } from '../../events/happening.ts';
import type { SecondFactorProof } from '../../schemas/passkeys.ts';
import { createBatched } from '../../storage/batched.ts';
import type { Database } from '../../storage/database.ts';
import { expiry } from '../../storage/expired.ts';
import type { Statement } from '../../storage/unit.ts';
import { createFailedSignIns } from './events/failed-sign-ins.ts';
import { failures } from './failures.ts';
import type { Guard } from './guard.ts';
import type { Passwords } from './passwords.ts';
import { type BegunSession, createProvedSessions } from './proved-sessions.ts';
import { idle, longest, toSession } from './recognition.ts';
import type { PasswordChange, Session, SessionQuery, SignedIn, SignIn } from './schema.ts';
import { createSecondFactorSignIn, type FactorNeeds } from './second-factor.ts';
import * as store from './store.ts';
import type { Throttle } from './throttle.ts';

const { wrong, wrongCurrent, notFound } = failures;

/** Interval at which the last uses of sessions are written, in milliseconds. */
const touchInterval = 60_000;

/** The last use of a session, and its end without another use; milliseconds since 1970. */
interface Use {
  readonly at: number;
  readonly until: number;
}

/** A person, for a sign-in. */
export interface Credentials extends EnteringUser {
  /** The digest of the password. */
  readonly digest: string;
  /** False if the person is suspended. */
  readonly active: boolean;
}

/** Dependencies of sessions. */
export interface SessionNeeds extends FactorNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly record: RecordEvent;
  readonly limiter: Pick<RateLimiter, 'take'>;
  newId(kind: 'session'): string;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly guard: Guard;
  findUser(by: { email: string } | { id: string }): Promise<Credentials | undefined>;
  /** Returns the statements that set a person's password. */
  setPassword(user: string, digest: string): readonly Statement[];
  /** Returns the events that tell of a new password of the actor. */
  tellPassword(actor: Principal): Promise<readonly Statement[]>;
  /** Returns the statements that throw `orElse` unless the person is active and still has this password digest. */
  demandPassword(user: Pick<Credentials, 'id' | 'digest'>, orElse: () => Error): readonly Statement[];
  forgetCallers(): void;
  /** Called if the last uses of sessions could not be written. */
  onError(error: unknown): void;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions of a person that end: one, all but one, or all; who ends them, and why. */
export interface Ending {
  readonly user: { readonly id: string; readonly account: string };
  readonly by: Actor | Newcomer;
  readonly reason: 'signed_out' | 'revoked' | 'password_changed' | 'second_factor' | 'suspended' | 'removed';
  readonly which?: { readonly id: string } | { readonly not: string };
}

/** Returns the event of sessions that end. It comes before their end: it is written only if there are any. */
export function endingEvent(
  { db, record }: Pick<SessionNeeds, 'db' | 'record'>,
  { user: { id, account }, by, reason, which }: Ending,
): Statement {
  const session = which !== undefined && 'id' in which ? which.id : undefined;
  const data = { user: id, reason, ...(session !== undefined && { session }) };
  return record(by, { type: 'session.ended', account, data, when: store.anyOf(db, id, which) });
}

/** Sessions: sign in, sign out, list, revoke, and change the password. */
export function createSessions(needs: SessionNeeds) {
  const { db, now, newId, passwords, throttle, guard } = needs;
  const seen = createBatched<Use>(db, {
    interval: touchInterval,
    statements: (uses) => store.touch(db, uses),
    onError: needs.onError,
  });

  /** Creates a session; the caller must write the statements. */
  const begin = (user: EnteringUser, client: Client, methods: readonly SignInMethod[]): NewSession<BegunSession> => {
    const token = newToken();
    const time = now();
    const { address, userAgent } = client;
    const row = {
      id: newId('session'),
      user_id: user.id,
      digest: tokenDigest(token),
      user_agent: userAgent.slice(0, 300),
      address,
      created_at: time,
      last_seen_at: time,
      expires_at: time + idle,
      methods: JSON.stringify(methods),
      confirmed_at: time,
    };
    const data: SignedIn = {
      user: { _id: user.id, email: user.email, name: user.name },
      expiresAt: new Date(time + longest).toISOString(),
    };
    const account = { id: user.account };
    const event = needs.record(
      { kind: 'session', user: { id: user.id }, account, origin: originOf(client) },
      { type: 'session.created', data: { user: user.id, session: row.id, methods: [...methods] } },
    );
    return {
      session: { data, token, maxAgeSeconds: Math.floor(longest / 1000) },
      statements: [...store.insert(db, row), event],
    };
  };

  const failed = createFailedSignIns(needs);
  const factors = createSecondFactorSignIn({ ...needs, failed });
  /** The event of sessions that the principal ends. */
  const ended = (by: Principal, reason: Ending['reason'], which: Ending['which']) =>
    endingEvent(needs, { user: { id: by.user.id, account: by.account.id }, by, reason, ...(which && { which }) });

  /**
   * Creates a session by email and password, and by the second factor of a person who has one; the statements fail if
   * the password has changed since. Throws `invalid_credentials`, `second_factor_required` or `second_factor_invalid`,
   * or `too_many_failed_attempts` after too many guesses.
   */
  const enter = async (
    client: PasskeyClient,
    { email, password, secondFactor }: SignIn & { readonly secondFactor?: SecondFactorProof | undefined },
  ): Promise<NewSession<BegunSession> & { readonly user: EnteringUser }> => {
    const { address } = client;
    const permit = () => guard.permit(address);
    permit();
    const user = await needs.findUser({ email });
    const isKnownAt = async (place: string) =>
      (await store.readAll(db, user?.id ?? '', now())).some((session) => addressPrefix(session.address) === place);
    const isRight = await guard.attempt({ email, address, isKnownAt }, async () => {
      const matches = await passwords.verify(user?.digest, password, { network: networkPrefix(address), permit });
      if (matches && user?.active === true) return true;
      if (user !== undefined) failed.note(user.id, originOf(client), matches ? 'suspended' : 'password');
      return false;
    });
    if (user === undefined || !isRight) throw wrong();
    const demanded = needs.demandPassword(user, wrong);
    const { methods, statements: proved } =
      secondFactor === undefined
        ? await factors.notAsked(user.id, demanded)
        : await factors.proved(client, secondFactor, user.id);
    const { session, statements } = begin(user, client, methods);
    return { user, session, statements: [...demanded, ...proved, ...statements] };
  };

  /** Checks the principal's own password; see `confirmPassword` of the feature. */
  const confirm = async ({ user: { id }, origin }: Principal, password: string): Promise<readonly Statement[]> => {
    const user = await needs.findUser({ id });
    const verify = async () => {
      const isRight = await passwords.verify(user?.digest, password);
      if (!isRight) failed.note(id, origin, 'password');
      return isRight;
    };
    if (!(await throttle.attempt(id, verify)) || user === undefined) throw wrongCurrent();
    return needs.demandPassword({ id, digest: user.digest }, wrongCurrent);
  };

  /** Reads the session of the caller. */
  const read = async (principal: Principal): Promise<Session> => {
    const row = await store.find(db, principal.user.id, { id: principal.id, now: now() });
    if (row === undefined) throw notFound();
    return toSession(row, principal);
  };

  return {
    ...createProvedSessions(needs, { factors, begin, confirm, read }),
    begin,
    read,
    enter,
    confirm,

    signIn: async (client: PasskeyClient, credentials: SignIn): Promise<BegunSession> => {
      const { session, statements } = await enter(client, credentials);
      await db.write({ session: statements });
      return session;
    },

    signOut: async (principal: Principal): Promise<void> => {
      const { id } = principal;
      await db.write({
        event: ended(principal, 'signed_out', { id }),
        session: store.remove(db, principal.user.id, id),
      });
      needs.forgetCallers();
    },

    /** Reads a page as JSON text. */
    list: (principal: Principal, query: SessionQuery): Promise<string> =>
      store.list(db, principal.user.id, { now: now(), query, toJson: (row) => toSession(row, principal) }),

    revoke: async (principal: Principal, id: string): Promise<void> => {
      await db.write({
        event: ended(principal, 'revoked', { id }),
        session: store.remove(db, principal.user.id, id, notFound),
      });
      needs.forgetCallers();
    },

    /** Changes the principal's password, and ends every other session of the person. */
    changePassword: async (principal: Principal, { currentPassword, newPassword }: PasswordChange): Promise<void> => {
      const { id } = principal.user;
      const demanded = await confirm(principal, currentPassword);
      const digest = await passwords.hash(newPassword, 'newPassword');
      await db.write({
        demanded,
        password: needs.setPassword(id, digest),
        events: await needs.tellPassword(principal),
        ended: ended(principal, 'password_changed', { not: principal.id }),
        others: store.removeOthers(db, id, principal.id),
      });
      needs.forgetCallers();
    },

    /** Notes that a session was used, at a time in milliseconds since 1970. */
    note: ({ id }: SessionActor, time: number): void => seen.note(id, { at: time, until: time + idle }),

    /** Deletes sessions that have ended. */
    jobs: [expiry(db, 'sessions')],

    close: async (): Promise<void> => {
      await failed.close();
      await seen.close();
    },
  };
}
