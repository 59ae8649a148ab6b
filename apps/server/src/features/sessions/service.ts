import type { Principal, SessionActor } from '../../access/actor.ts';
import type { Finding } from '../../access/callers.ts';
import { networkOf, placeOf } from '../../access/limits/place.ts';
import { type Permission, permissions, type Role } from '../../access/scopes.ts';
import { newToken, tokenDigest } from '../../access/secrets.ts';
import type {
  Client,
  FactorProved,
  NewSession,
  PasskeyClient,
  SessionToken,
  SignInMethod,
  SignInUser,
} from '../../access/sign-in.ts';
import { AppError, invalid } from '../../errors.ts';
import type { SecondFactorProof } from '../../schemas/passkeys.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import { createBatched } from '../../storage/batched.ts';
import type { Database } from '../../storage/database.ts';
import { expiry } from '../../storage/expired.ts';
import type { ReadRow } from '../../storage/tables.ts';
import type { Statement } from '../../storage/unit.ts';
import { createGuard } from './guard.ts';
import type { Passwords } from './passwords.ts';
import type {
  PasskeyAnswer,
  PasswordChange,
  Session,
  SessionConfirmation,
  SessionQuery,
  SignedIn,
  SignIn,
} from './schema.ts';
import { createSecondFactorSignIn, type FactorNeeds } from './second-factor.ts';
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
export interface BegunSession extends SessionToken {
  readonly data: SignedIn;
}

/** A person's place in a workspace. */
export interface Standing {
  readonly workspace: string;
  /** The account that owns the workspace. */
  readonly account: string;
  readonly role: Role;
  readonly requiresSecondFactor: boolean;
}

/** Dependencies of sessions. */
export interface SessionNeeds extends FactorNeeds {
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
  /** The workspaces in which a person is a member, in the order of their creation. */
  standingsOf(user: string): Promise<readonly Standing[]>;
  forgetCallers(): void;
  /** Called if the last uses of sessions could not be written. */
  onError(error: unknown): void;
}

export type Sessions = ReturnType<typeof createSessions>;

const wrong = () => new AppError('invalid_credentials', 'The email or password is wrong.');
const wrongCurrent = () => new AppError('invalid_credentials', 'The current password is wrong.');
const demandedPassword = (password: string | undefined): string => {
  if (password === undefined) throw invalid([{ path: 'password', message: 'is required' }]);
  return password;
};
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
  const begin = (
    user: SignInUser,
    { address, userAgent }: Client,
    methods: readonly SignInMethod[],
  ): NewSession<BegunSession> => {
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
      methods: JSON.stringify(methods),
      confirmed_at: time,
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

  const factors = createSecondFactorSignIn({ ...needs, guard });

  /**
   * Creates a session by email and password, and by the second factor of a person who has one; the statements fail if
   * the password has changed since. Throws `invalid_credentials`, `second_factor_required` or `second_factor_invalid`,
   * or `too_many_failed_attempts` after too many guesses.
   */
  const enter = async (
    client: PasskeyClient,
    { email, password, secondFactor }: SignIn & { readonly secondFactor?: SecondFactorProof | undefined },
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
    const demanded = needs.demandPassword(user, wrong);
    const { methods, statements: proved } =
      secondFactor === undefined
        ? await factors.notAsked(user.id, demanded)
        : await factors.proved(client, secondFactor, user.id);
    const { session, statements } = begin(user, client, methods);
    return { user, session, statements: [...demanded, ...proved, ...statements] };
  };

  /** Checks the principal's own password; see `confirmPassword` of the feature. */
  const confirm = async ({ user: { id } }: Principal, password: string): Promise<readonly Statement[]> => {
    const user = await needs.findUser({ id });
    const verify = () => passwords.verify(user?.digest, password);
    if (!(await throttle.attempt(id, verify)) || user === undefined) throw wrongCurrent();
    return needs.demandPassword({ id, digest: user.digest }, wrongCurrent);
  };

  const beginProved = async (
    client: Client,
    { user: id, methods, statements }: FactorProved,
  ): Promise<BegunSession> => {
    const user = await needs.findUser({ id });
    if (user?.active !== true) throw wrong();
    const begun = begin(user, client, methods);
    // A change of the password needs no look: it ends the sign-ins that are under way.
    await db.write({ proved: statements, active: needs.demandPassword(user, wrong), session: begun.statements });
    return begun.session;
  };

  /** Reads the session of the caller. */
  const read = async (principal: Principal): Promise<Session> => {
    const row = await store.find(db, principal.user.id, { id: principal.id, now: now() });
    if (row === undefined) throw notFound();
    return toSession(row, principal);
  };

  return {
    begin,
    read,
    enter,
    confirm,
    permit: guard.permit,

    signIn: async (client: PasskeyClient, credentials: SignIn): Promise<BegunSession> => {
      const { session, statements } = await enter(client, credentials);
      await db.write({ session: statements });
      return session;
    },

    /** Completes a sign-in with the second factor. */
    signInBySecondFactor: async (client: PasskeyClient, proof: SecondFactorProof): Promise<BegunSession> =>
      beginProved(client, await factors.proved(client, proof)),

    /** Signs in with a passkey that has verified its user: two factors by itself. */
    signInByPasskey: async (client: PasskeyClient, answer: PasskeyAnswer): Promise<BegunSession> =>
      beginProved(client, await factors.provedAlone(client, answer)),

    /** Notes that the person of the session has proved again who they are. */
    confirmSession: async (
      actor: SessionActor,
      client: PasskeyClient,
      { password, ...proof }: SessionConfirmation,
    ): Promise<Session> => {
      const statements = await (actor.hasSecondFactor
        ? factors.provedAgain(actor, client, proof)
        : confirm(actor, demandedPassword(password)));
      await db.write({
        proved: statements,
        session: store.confirm(db, actor.user.id, { id: actor.id, now: now(), orElse: notFound }),
        authority: bumpAuthority(db),
      });
      needs.forgetCallers();
      return read(actor);
    },

    signOut: async (principal: Principal): Promise<void> => {
      await db.write({ session: store.remove(db, principal.user.id, principal.id) });
      needs.forgetCallers();
    },

    /** Reads a page as JSON text. */
    list: (principal: Principal, query: SessionQuery): Promise<string> =>
      store.list(db, principal.user.id, { now: now(), query, toJson: (row) => toSession(row, principal) }),

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
      const hasSecondFactor = Number(row.has_factor) === 1;
      const standings = await needs.standingsOf(row.user_id);
      const isLocked = ({ requiresSecondFactor }: Standing) => requiresSecondFactor && !hasSecondFactor;
      const open = standings.filter((standing) => !isLocked(standing));
      return {
        kind: 'session',
        id: row.id,
        user: { id: row.user_id, email: row.email },
        account: { id: row.account_id, plan: row.plan },
        scopes: new Set<Permission>(permissions),
        memberships: new Map(open.map(({ workspace, role }) => [workspace, role])),
        ownWorkspaces: new Set(
          open.filter(({ account }) => account === row.account_id).map(({ workspace }) => workspace),
        ),
        ...{ hasSecondFactor, confirmedAt: Number(row.confirmed_at) },
        locked: standings.filter(isLocked).map(({ workspace }) => workspace),
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

function toSession(row: ReadRow<'sessions'>, principal: Principal): Session {
  const iso = (time: number) => new Date(Number(time)).toISOString();
  return {
    _id: row.id,
    current: row.id === principal.id,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: iso(row.created_at),
    lastSeenAt: iso(row.last_seen_at),
    expiresAt: iso(row.expires_at),
    methods: JSON.parse(row.methods) as SignInMethod[],
    confirmedAt: iso(row.confirmed_at),
  };
}
