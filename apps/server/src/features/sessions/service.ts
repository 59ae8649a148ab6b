import type { Principal, SessionActor } from '../../access/actor.ts';
import type { Finding } from '../../access/callers.ts';
import { networkOf, placeOf } from '../../access/limits/place.ts';
import { type Permission, permissions, type Role } from '../../access/scopes.ts';
import { newToken, tokenDigest } from '../../access/secrets.ts';
import type { Client, NewSession, SessionToken, SignInUser } from '../../access/sign-in.ts';
import { AppError } from '../../errors.ts';
import { createBatched } from '../../storage/batched.ts';
import type { Database } from '../../storage/database.ts';
import { expiry } from '../../storage/expired.ts';
import type { SessionRow } from '../../storage/tables.ts';
import type { Statement } from '../../storage/unit.ts';
import { createGuard } from './guard.ts';
import type { Passwords } from './passwords.ts';
import type { PasswordChange, Session, SessionQuery, SignedIn, SignIn } from './schema.ts';
import * as store from './store.ts';
import type { Throttle } from './throttle.ts';

const hour = 60 * 60 * 1000;

/** A session ends after `idle` without a request, and after `longest` in any case; milliseconds. */
const idle = 12 * hour;
const longest = 7 * 24 * hour;

/** Interval at which the last uses of sessions are written, in milliseconds. */
const touchInterval = 60_000;

/** The last use of a session, and its end without another use; milliseconds since 1970. */
interface Use {
  readonly at: number;
  readonly until: number;
}

/** A person, for a sign-in. */
export interface Credentials extends SignInUser {
  /** The digest of the password. */
  readonly digest: string;
  /** False if the person is suspended. */
  readonly active: boolean;
}

/** A session that just began: the response to the sign-in, and the token. */
interface BegunSession extends SessionToken {
  readonly data: SignedIn;
}

/** Dependencies of sessions. */
export interface SessionNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'session'): string;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  findUser(by: { email: string } | { id: string }): Promise<Credentials | undefined>;
  /** Returns the statements that set a person's password. */
  setPassword(user: string, digest: string): readonly Statement[];
  /** Returns the statements that throw `orElse` unless the person is active and still has this password digest. */
  demandPassword(user: Pick<Credentials, 'id' | 'digest'>, orElse: () => Error): readonly Statement[];
  /** The workspaces in which a person is a member (of one account, or of all), in the order of their creation. */
  membershipsOf(user: string, account?: string): Promise<ReadonlyMap<string, Role>>;
  forgetCallers(): void;
  /** Called if the last uses of sessions could not be written. */
  onError(error: unknown): void;
}

export type Sessions = ReturnType<typeof createSessions>;

const wrong = () => new AppError('invalid_credentials', 'The email or password is wrong.');
const wrongCurrent = () => new AppError('invalid_credentials', 'The current password is wrong.');
const notFound = () => new AppError('session_not_found', 'There is no such session.');

/** Sessions: sign in, sign out, list, revoke, change the password, and recognise who is signed in. */
export function createSessions(needs: SessionNeeds) {
  const { db, now, newId, passwords, throttle } = needs;
  const seen = createBatched<Use>(db, {
    interval: touchInterval,
    statements: (uses) => store.touch(db, uses),
    onError: needs.onError,
  });

  /**
   * Slows down guesses. A hash occupies a core for a while, so an address that keeps guessing gets none. Failures count
   * separately from refused API keys: a program with a wrong key must not block sign-ins from the same address,
   * and vice versa.
   */
  const guard = createGuard(now, throttle);

  /** Creates a session; the caller must write the statements. */
  const begin = (user: SignInUser, { address, userAgent }: Client): NewSession<BegunSession> => {
    const token = newToken();
    const time = now();
    const row = {
      id: newId('session'),
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
      expiresAt: new Date(time + longest).toISOString(),
    };
    return {
      session: { data, token, maxAgeSeconds: Math.floor(longest / 1000) },
      statements: store.insert(db, row),
    };
  };

  /**
   * Creates a session by email and password; the statements fail if the password has changed since. Throws
   * `invalid_credentials`, or `too_many_failed_attempts` after too many guesses.
   */
  const enter = async (
    client: Client,
    { email, password }: SignIn,
  ): Promise<NewSession<BegunSession> & { readonly user: SignInUser }> => {
    const { address } = client;
    const permit = () => guard.permit(address);
    permit();
    const user = await needs.findUser({ email });
    const isKnownAt = async (place: string) =>
      (await store.readAll(db, user?.id ?? '', now())).some((session) => placeOf(session.address) === place);
    const isRight = await guard.attempt({ email, address, isKnownAt }, async () => {
      const matches = await passwords.verify(user?.digest, password, { network: networkOf(address), permit });
      return matches && user?.active === true;
    });
    if (user === undefined || !isRight) throw wrong();
    const { session, statements } = begin(user, client);
    return { user, session, statements: [...needs.demandPassword(user, wrong), ...statements] };
  };

  /** Checks the principal's own password; see `confirmPassword` of the feature. */
  const confirm = async ({ user: { id } }: Principal, password: string): Promise<readonly Statement[]> => {
    const user = await needs.findUser({ id });
    const verify = () => passwords.verify(user?.digest, password);
    if (!(await throttle.attempt(id, verify)) || user === undefined) throw wrongCurrent();
    return needs.demandPassword({ id, digest: user.digest }, wrongCurrent);
  };

  return {
    begin,
    enter,
    confirm,
    permit: guard.permit,

    signIn: async (client: Client, credentials: SignIn): Promise<BegunSession> => {
      const { session, statements } = await enter(client, credentials);
      await db.write({ session: statements });
      return session;
    },

    signOut: async (principal: Principal): Promise<void> => {
      await db.write({ session: store.remove(db, principal.user.id, principal.id) });
      needs.forgetCallers();
    },

    /** Reads a page as JSON text. */
    list: (principal: Principal, query: SessionQuery): Promise<string> =>
      store.list(db, principal.user.id, { now: now(), query, toJson: (row) => toSession(row, principal) }),

    /** Reads the session of the caller. */
    read: async (principal: Principal): Promise<Session> => {
      const row = await store.find(db, principal.user.id, { id: principal.id, now: now() });
      if (row === undefined) throw notFound();
      return toSession(row, principal);
    },

    revoke: async (principal: Principal, id: string): Promise<void> => {
      await db.write({ session: store.remove(db, principal.user.id, id, notFound) });
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
        others: store.removeOthers(db, id, principal.id),
      });
      needs.forgetCallers();
    },

    /** Returns the actor of a session's token. */
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

    /** Notes that a session was used, at a time in milliseconds since 1970. */
    note: ({ id }: SessionActor, time: number): void => seen.note(id, { at: time, until: time + idle }),

    /** Deletes sessions that have ended. */
    jobs: [expiry(db, 'sessions')],

    close: seen.close,
  };
}

function toSession(row: SessionRow, principal: Principal): Session {
  const iso = (time: number) => new Date(Number(time)).toISOString();
  return {
    _id: row.id,
    current: row.id === principal.id,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: iso(row.created_at),
    lastSeenAt: iso(row.last_seen_at),
    expiresAt: iso(row.expires_at),
  };
}
