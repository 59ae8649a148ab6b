import { createCallers, type WatchState } from '../access/callers.ts';
import { accountAccess, accountsFeature } from '../features/accounts/feature.ts';
import { deskQueue } from '../features/desk/feature.ts';
import { keyRecognition, keysFeature } from '../features/keys/feature.ts';
import { secondFactorFeature, signInFactors } from '../features/second-factor/feature.ts';
import { memberRecognition, sessionRecognition, sessionsFeature, signInGuard } from '../features/sessions/feature.ts';
import type { Argon2 } from '../features/sessions/passwords.ts';
import type { Ending } from '../features/sessions/service.ts';
import { setupFeature } from '../features/setup/feature.ts';
import { workspaceAccess, workspaceRemovals, workspacesFeature } from '../features/workspaces/feature.ts';
import { allowanceBy } from '../http/admission/admit.ts';
import { createMail } from '../mail/mail.ts';
import type { Removals } from '../removals.ts';
import { authorityChannel, readAuthority } from '../storage/authority.ts';
import type { Base } from './base.ts';

/*
 * The order: each feature is given parts above it only, and none through a closure over a later constant. So TypeScript
 * refuses a use before the definition. Features that would make a ring have a part that comes before, because it needs
 * none of those below: their access, recognition, guard or removals.
 *
 *   workspaceAccess → accountAccess → recognition of callers → mail, keys
 *     → signInGuard → signInFactors → sessions → secondFactor
 *     → workspaceRemovals → accounts → workspaces, setup
 */

/** Dependencies of people on the other groups. */
interface PeopleNeeds {
  /** Hashes passwords in place of argon2 at its usual cost, for tests. */
  readonly argon2: Argon2 | undefined;
  /** Parts of the features in the removal of a workspace, a person or an account. */
  readonly removals: Removals;
  /** Called when the rights of callers may have changed, here or in another process. */
  onRightsChanged(): void;
  /** Called with the ID of a workspace that was deleted. */
  onWorkspaceDeleted(workspace: string): Promise<void>;
}

/** Composes who may come in: accounts, sessions, workspaces with their members, API keys, and the first run. */
export function composePeople(base: Base, needs: PeopleNeeds) {
  const ground = composeGround(base, needs);
  const { common, access, mail, callers, forgetCallers } = ground;
  const { findUser, anyUser } = access.people;
  const { membershipsOf, accountOf } = access.places;
  const keys = keysFeature({ ...common, digest: base.secrets.digest, findUser, membershipsOf, accountOf });
  const signIn = composeSignIn(base, needs, ground);
  const { accounts, workspaces } = composePlaces(base, needs, { ...ground, ...signIn, keys });
  const { sessions, secondFactor, guard } = signIn;
  const setup = setupFeature({
    ...{ ...common, anyUser, makeAccount: accounts.makeAccount },
    ...{ beginSession: sessions.begin, throttle: guard.throttle },
  });
  const features = [keys, workspaces, accounts, sessions, secondFactor, setup];
  return { ...{ access, accounts, sessions, secondFactor, keys, setup, mail, callers, forgetCallers }, features };
}

/** The ground of people: the functions of accounts and workspaces that need no other feature, callers, and mail. */
function composeGround(base: Base, { onRightsChanged }: PeopleNeeds) {
  const { config, secrets } = base;
  const held = { returnHeld: deskQueue(base.common.enqueue).returnOf };
  const places = workspaceAccess({ ...base.common, ...held });
  const { membershipsOf, standingsOf, invitationMails } = places;
  const memberOf = memberRecognition({ ...base.common, standingsOf });
  const people = accountAccess({ ...base.common, membershipsOf });
  const { callers, forgetCallers } = recognition(base, {
    findKey: keyRecognition({ ...base.common, digest: secrets.digest, membershipsOf }),
    findSession: sessionRecognition({ ...base.common, standingsOf }),
    onForgotten: onRightsChanged,
  });
  const mail = createMail(config.mail, { ...base.common, secrets, invitations: invitationMails });
  const common = { ...base.common, ...held, forgetCallers, mail };
  return { common, access: { places, people, memberOf }, mail, callers, forgetCallers };
}

type Ground = ReturnType<typeof composeGround>;

/** Composes sign-ins: sessions, and second factors. */
function composeSignIn(
  { config, secrets, logger, limiter }: Base,
  { argon2 }: PeopleNeeds,
  { common, access }: Ground,
) {
  const { publicUrl } = config;
  const { people } = access;
  const guard = signInGuard(common.now);
  const factors = signInFactors({
    ...{ ...common, publicUrl, secrets, factorDigest: secrets.factorDigest, permit: guard.permit },
    onCopied: (about) => logger.warn(about, 'a passkey was used less often than before: it may have been copied'),
  });
  const { secondStep, open, proveAlone, proveAgain } = factors.signingIn;
  const sessions = sessionsFeature({
    ...{ ...common, ...guard, limiter, argon2, secondStep, openSignIn: open, proveAlone, proveAgain },
    findUser: people.credentialsOf,
    // A new password ends everything that was begun with the old one.
    setPassword: (user, digest) => [...people.setPassword(user, digest), factors.endChallenges(user)],
    tellPassword: (by) => people.tell({ id: by.user.id, account_id: by.account.id }, { by, field: 'password' }),
    demandPassword: people.demandPassword,
  });
  /** Ends every session of a person, and the sign-ins that would become one. */
  const endSessions = (user: Ending['user'], end: Pick<Ending, 'by' | 'reason'>) => [
    ...sessions.endAll({ user, ...end }),
    factors.endChallenges(user.id),
  ];
  const secondFactor = secondFactorFeature({
    ...{ ...common, publicUrl, secrets, factors, endSessions, findUser: people.findUser },
    ...{ confirmPassword: sessions.confirmPassword, confirmAlone: sessions.confirmAlone, attempt: guard.attemptCode },
    tell: (user, by) => people.tell(user, { by, field: 'secondFactor' }),
  });
  return { guard, factors, sessions, endSessions, secondFactor };
}

/** The parts above accounts and workspaces. */
interface AbovePlaces extends Ground, ReturnType<typeof composeSignIn> {
  readonly keys: ReturnType<typeof keysFeature>;
}

/** Composes accounts with their people, and workspaces with their members. */
function composePlaces(base: Base, { removals, onWorkspaceDeleted }: PeopleNeeds, above: AbovePlaces) {
  const { config, secrets, limiter, limitOf } = base;
  const { publicUrl } = config;
  const { common, access, guard, factors, sessions, endSessions, keys } = above;
  const { people } = access;
  const { accountOf, membershipsOf, departureOf, namesOf, placesOf, demandOver, first } = access.places;
  const { confirmPassword, hashPassword, checkPassword, begin: beginSession, enter } = sessions;
  const removal = workspaceRemovals({
    ...{ ...common, belongingsOf: removals.ofWorkspace, purgeAccount: people.purge, revokeKeys: keys.revokeBound },
    onDeleted: onWorkspaceDeleted,
  });
  const accounts = accountsFeature({
    ...{ ...common, publicUrl, secrets, mailDigest: secrets.mailDigest },
    ...{ accountOf, membershipsOf, departureOf, namesOf, placesOf, demandOver, firstWorkspace: first },
    belongingsOf: removals.of,
    ...{ leaveOf: removal.leaveOf, countAll: removal.countAll },
    ...{ countSessions: sessions.count, confirmPassword, hashPassword, checkPassword, beginSession, endSessions },
    ...{ secondStep: factors.signingIn.secondStep, removeFactors: factors.removeAllOf },
    lastSignIns: sessions.lastSignIns,
    revokeKeys: keys.operations.revokeAllOf,
    allowanceOf: allowanceBy({ limiter, limitOf }, common.now),
  });
  const { findUser, demandVerified, demandActive, proof } = people;
  const workspaces = workspacesFeature({
    ...{ ...common, publicUrl, removals: removal, permit: guard.permit, checkPassword, enter, beginSession },
    ...{ findUser, demandVerified, demandActive, proof, holdUser: people.hold },
    ...{ makeUser: accounts.makeUser, resetFor: accounts.resetFor },
    demandSecondFactor: factors.demandAny,
  });
  return { accounts, workspaces };
}

type Lookups = Omit<Parameters<typeof createCallers>[0], 'readEpoch'> & Pick<WatchState, 'onForgotten'>;

/** Creates the cache of recognised callers, and the function that empties it in every process. */
function recognition({ common, logger, redis }: Base, { onForgotten, ...lookups }: Lookups) {
  const callers = createCallers(
    { ...lookups, readEpoch: () => readAuthority(common.db) },
    { onForgotten, onLost: common.onError, onBack: () => logger.info('permission watch recovered') },
  );
  const forgetCallers = () => {
    callers.forget();
    redis?.publish(authorityChannel, '');
  };
  return { callers, forgetCallers };
}
