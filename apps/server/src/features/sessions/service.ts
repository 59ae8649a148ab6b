import { stringifySetCookie } from 'cookie';
import type { Principal } from '../../access/actor.ts';
import type { Finding } from '../../access/callers.ts';
import { placeOf } from '../../access/limits/place.ts';
import { createFailureLimiter, tooManyFailures } from '../../access/limits/rate-limit.ts';
import { type Permission, permissions, type Role } from '../../access/scopes.ts';
import { newToken, tokenDigest } from '../../access/secrets.ts';
import { AppError } from '../../errors.ts';
import { sessionCookie } from '../../http/authenticate.ts';
import type { CallContext, Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import { createBatched } from '../../storage/batched.ts';
import type { Database } from '../../storage/database.ts';
import { deleteExpired } from '../../storage/expired.ts';
import type { Statement } from '../../storage/unit.ts';
import type { Passwords } from './passwords.ts';
import type { PasswordChange, Session, SignedIn, SignIn } from './schema.ts';
import * as store from './store.ts';
import type { Throttle } from './throttle.ts';

const hour = 60 * 60 * 1000;

/** A session ends after this time without a request, and after the other in any case. */
const idle = 12 * hour;
const longest = 7 * 24 * hour;

/** How often it is written down that sessions are in use, in milliseconds. */
const touchInterval = 60_000;

/** When a session was used, and until when it lives on from there; milliseconds. */
interface Use {
  readonly at: number;
  readonly until: number;
}

/** A person as sessions know one. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** What sessions need from elsewhere. */
export interface SessionNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly newId: () => string;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  findUser(
    by: { email: string } | { id: string },
  ): Promise<(SessionUser & { digest: string; active: boolean }) | undefined>;
  setPassword(user: string, digest: string): Statement;
  /** The workspaces in which a person is a member (of one account, or of all), in the order of their creation. */
  membershipsOf(user: string, account?: string): Promise<ReadonlyMap<string, Role>>;
  forgetCallers(): void;
}

export type Sessions = ReturnType<typeof createSessions>;

const wrong = () => new AppError('invalid_credentials', 'The email or the password is not right.');
const wrongCurrent = () => new AppError('invalid_credentials', 'The current password is not right.');
const notFound = () => new AppError('session_not_found', 'There is no such session.');

/** Sessions: sign in, sign out, list, revoke, change the password, and recognise who is signed in. */
export function createSessions(needs: SessionNeeds, onError: (error: unknown) => void) {
  const { db, now, newId, passwords, throttle } = needs;
  const seen = createBatched<Use>(db, {
    interval: touchInterval,
    statements: (uses) => store.touch(db, uses),
    onError,
  });

  /**
   * Failed sign-ins by address. A hash takes a core for a while, so an address that keeps guessing gets none. They
   * count apart from refused API keys: a program with a wrong key must not lock the sign-in of the people behind its
   * address, nor the other way round.
   */
  const guesses = createFailureLimiter();

  /** The statements, the answer and the cookies of a new session. */
  const begin = (user: SessionUser, { address, userAgent, secure }: CallContext) => {
    const token = newToken();
    const time = now();
    const expires = time + longest;
    const row = {
      id: newId(),
      user_id: user.id,
      digest: tokenDigest(token),
      user_agent: userAgent.slice(0, 300),
      address,
      created_at: time,
      last_seen_at: time,
      expires_at: time + idle,
    };
    const data: SignedIn = {
      user: { _id: user.id, email: user.email, name: user.name },
      expiresAt: new Date(expires).toISOString(),
    };
    const cookies = [cookieFor(token, Math.floor(longest / 1000), secure)];
    return { statements: store.insert(db, row), data, cookies };
  };

  /**
   * The same for whom email and password show; the statements demand that the password is still this one. Throws
   * `invalid_credentials`, and `too_many_failed_attempts` to who keeps guessing.
   */
  const enter = async (call: CallContext, { email, password }: SignIn) => {
    const permit = () => {
      const wait = guesses.wait(call.address, now());
      if (wait !== undefined) throw tooManyFailures(wait);
    };
    permit();
    const user = await needs.findUser({ email });
    const isRight = await throttle.attempt(`${email.toLowerCase()} ${placeOf(call.address)}`, async () => {
      const matches = await passwords.verify(user?.digest, password, permit);
      return matches && user?.active === true;
    });
    if (user === undefined || !isRight) {
      const wait = guesses.fail(call.address, now());
      throw wait === undefined ? wrong() : tooManyFailures(wait);
    }
    const { statements, ...begun } = begin(user, call);
    const demanded = store.demandPassword(db, { user: user.id, digest: user.digest }, wrong);
    return { ...begun, user, statements: [...demanded, ...statements] };
  };

  return {
    begin,
    enter,

    signIn: async (call: CallContext, credentials: SignIn): Promise<Answer<SignedIn>> => {
      const { statements, data, cookies } = await enter(call, credentials);
      await db.write(statements);
      return { data, cookies };
    },

    signOut: async ({ principal }: Caller, { secure }: CallContext): Promise<Answer<never>> => {
      await db.write(store.remove(db, principal.user.id, principal.id));
      needs.forgetCallers();
      return { message: 'Signed out.', cookies: [cookieFor('', 0, secure)] };
    },

    list: async ({ principal }: Caller): Promise<Answer<{ items: Session[] }>> => {
      const rows = await store.list(db, principal.user.id, now());
      const iso = (time: number) => new Date(Number(time)).toISOString();
      const items = rows.map((row) => ({
        _id: row.id,
        current: row.id === principal.id,
        userAgent: row.user_agent,
        address: row.address,
        createdAt: iso(row.created_at),
        lastSeenAt: iso(row.last_seen_at),
        expiresAt: iso(row.expires_at),
      }));
      return { data: { items } };
    },

    revoke: async ({ principal }: Caller, id: string): Promise<Answer<never>> => {
      await db.write(store.remove(db, principal.user.id, id, notFound));
      needs.forgetCallers();
      return { message: 'Session ended.' };
    },

    changePassword: async ({ principal }: Caller, { currentPassword, newPassword }: PasswordChange) => {
      const { id } = principal.user;
      const user = await needs.findUser({ id });
      const verify = () => passwords.verify(user?.digest, currentPassword);
      if (!(await throttle.attempt(id, verify)) || user === undefined) throw wrongCurrent();
      const digest = await passwords.hash(newPassword, 'newPassword');
      await db.write([
        ...store.demandPassword(db, { user: id, digest: user.digest }, wrongCurrent),
        needs.setPassword(id, digest),
        ...store.removeOthers(db, id, principal.id),
      ]);
      needs.forgetCallers();
      return { message: 'Password changed; every other session has ended.' } satisfies Answer<never>;
    },

    /** Says who is signed in with a token. */
    recognise: async (token: string): Promise<Finding> => {
      const row = await store.findByDigest(db, tokenDigest(token));
      if (row === undefined) return 'unknown';
      const time = now();
      if (Math.min(Number(row.expires_at), Number(row.created_at) + longest) <= time) return 'expired';
      if (row.status !== 'active') return 'inactive';
      return {
        kind: 'session',
        id: row.id,
        user: { id: row.user_id, email: row.email },
        account: { id: row.account_id, plan: row.plan },
        scopes: new Set<Permission>(permissions),
        memberships: await needs.membershipsOf(row.user_id),
        ownWorkspaces: new Set((await needs.membershipsOf(row.user_id, row.account_id)).keys()),
        boundTo: undefined,
        expiresAt: Math.min(time + idle, Number(row.created_at) + longest),
      };
    },

    /** Notes that a session is in use. */
    note: ({ kind, id }: Principal, time: number): void => {
      if (kind === 'session') seen.note(id, { at: time, until: time + idle });
    },

    /** Deletes sessions that have ended. */
    sweep: (): Promise<void> => deleteExpired(db, 'sessions', now()),

    close: seen.close,
  };
}

/** `HttpOnly` and `SameSite=Strict` always; over https also `Secure` and bound to the host by its name. */
function cookieFor(token: string, maxAge: number, secure: boolean): string {
  const name = secure ? sessionCookie.secure : sessionCookie.plain;
  return stringifySetCookie({ name, value: token, maxAge, path: '/', httpOnly: true, secure, sameSite: 'strict' });
}
