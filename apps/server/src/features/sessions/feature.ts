import type { SessionActor } from '../../access/actor.ts';
import { sessionEnded } from '../../access/ended-credentials.ts';
import { AppError } from '../../errors.ts';
import type { Statement } from '../../storage/unit.ts';
import { createGuard } from './guard.ts';
import { type Argon2, createPasswords } from './passwords.ts';
import { createMemberRecognition, createRecognition } from './recognition.ts';
import { sessionEndpoints } from './routes.ts';
import { codesOf } from './second-factor.ts';
import { createSessions, type Ending, endingEvent, type SessionNeeds } from './service.ts';
import * as store from './store.ts';
import { createThrottle } from './throttle.ts';

type Needs = Omit<SessionNeeds, 'passwords'> & {
  /** Hashes passwords in place of argon2 at its usual cost, for tests. */
  readonly argon2: Argon2 | undefined;
};

/** Returns the function that finds the actor of a session's token. Callers need it, and the feature needs those. */
export const sessionRecognition = createRecognition;

/** Returns the function that finds a person as an actor in one workspace, without a session. */
export const memberRecognition = createMemberRecognition;

/**
 * Slows down guesses, for sign-ins of every kind. A hash occupies a core for a while, so an address that keeps
 * guessing gets none. Failures count separately from refused API keys: a program with a wrong key must not block
 * sign-ins from the same address, and vice versa.
 */
export function signInGuard(now: () => number) {
  const throttle = createThrottle(now);
  const guard = createGuard(now, throttle);
  return {
    throttle,
    guard,
    /** Throws `too_many_failed_attempts` while an address, or its network, must wait after failed sign-ins. */
    permit: guard.permit,
    /** Slows down guesses at the codes of a person; resolves with whether the attempt succeeded. */
    attemptCode: (user: string, tries: () => Promise<boolean>) => throttle.attempt(codesOf(user), tries),
  };
}

/** Dashboard sessions and passwords. */
export function sessionsFeature({ argon2, ...needs }: Needs) {
  const passwords = createPasswords(
    () => new AppError('unavailable', 'Too many people are signing in.', { retryAfter: 2 }),
    argon2,
  );
  const sessions = createSessions({ ...needs, passwords });
  const { db } = needs;
  const { begin, enter, confirm, note, jobs, close } = sessions;
  return {
    endpoints: sessionEndpoints(sessions),
    begin,
    enter,
    /**
     * Checks the principal's own password, and returns the statements that fail if it changes meanwhile. Throws
     * `invalid_credentials`, or `too_many_failed_attempts` after too many guesses.
     */
    confirmPassword: confirm,
    /** Returns the number of sessions of a person. */
    count: async (user: string): Promise<number> => (await store.readAll(db, user, needs.now())).length,
    note,
    hashPassword: passwords.hash,
    checkPassword: passwords.check,
    /**
     * Returns the statements that end the other sessions of a person, and note that the person of this one has just
     * proved who they are.
     */
    confirmAlone: (actor: SessionActor): Statement[] => {
      const { id, user, account } = actor;
      const others = { user: { id: user.id, account: account.id }, by: actor, which: { not: id } };
      return [
        endingEvent(needs, { ...others, reason: 'second_factor' }),
        ...store.removeOthers(db, user.id, id),
        store.confirm(db, user.id, { id, now: needs.now(), orElse: sessionEnded }),
      ];
    },
    /**
     * Returns the statements that end every session of a person, with the event. The caller must bump the authority
     * epoch.
     */
    endAll: (ending: Omit<Ending, 'which'>): Statement[] => [
      endingEvent(needs, ending),
      store.removeAll(db, ending.user.id),
    ],
    /** The time of the last known sign-in of some people, by their IDs. */
    lastSignIns: (users: readonly string[]) => store.lastSignIns(db, users),
    jobs,
    close,
  };
}
