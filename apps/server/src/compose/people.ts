import { createCallers, type WatchState } from '../access/callers.ts';
import { accountsFeature } from '../features/accounts/feature.ts';
import { keysFeature } from '../features/keys/feature.ts';
import { secondFactorFeature } from '../features/second-factor/feature.ts';
import { sessionsFeature } from '../features/sessions/feature.ts';
import type { Argon2 } from '../features/sessions/passwords.ts';
import { setupFeature } from '../features/setup/feature.ts';
import { workspacesFeature } from '../features/workspaces/feature.ts';
import { allowanceBy } from '../http/admission/admit.ts';
import { createMail } from '../mail/mail.ts';
import type { Removals } from '../removals.ts';
import { authorityChannel, readAuthority } from '../storage/authority.ts';
import type { Base } from './base.ts';

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
export function composePeople(base: Base, { argon2, removals, onRightsChanged, onWorkspaceDeleted }: PeopleNeeds) {
  const { config, secrets, limiter, limitOf, logger } = base;
  const { publicUrl } = config;
  const { enqueue, now } = base.common;
  const { callers, forgetCallers } = recognition(base, {
    findKey: (key) => keys.recognise(key),
    findSession: (token) => sessions.recognise(token),
    onForgotten: onRightsChanged,
  });
  const mail = createMail(config.mail, {
    ...{ ...base.common, secrets },
    invitations: {
      isOpen: (id) => workspaces.invitationMails.isOpen(id),
      note: (id, delivery) => workspaces.invitationMails.note(id, delivery),
    },
  });
  const common = { ...base.common, forgetCallers, mail };

  /** Ends every session of a person, and the sign-ins that would become one. */
  const endSessions = (user: string) => [sessions.endAll(user), secondFactor.endChallenges(user)];
  const accounts = accountsFeature({
    ...{ ...common, publicUrl, secrets, mailDigest: secrets.mailDigest },
    belongingsOf: removals.of,
    leaveOf: (principal) => workspaces.leaveOf(principal),
    countAll: (...of) => workspaces.countAll(...of),
    countSessions: (user) => sessions.count(user),
    confirmPassword: (...given) => sessions.confirmPassword(...given),
    hashPassword: (password) => sessions.hashPassword(password),
    checkPassword: (password) => sessions.checkPassword(password),
    beginSession: (...given) => sessions.begin(...given),
    secondStep: (...given) => secondFactor.secondStep(...given),
    removeFactors: (user) => secondFactor.removeAllOf(user),
    demandOver: (who, orElse) => workspaces.demandOver(who, orElse),
    placesOf: (users) => workspaces.placesOf(users),
    lastSignIns: (users) => sessions.lastSignIns(users),
    firstWorkspace: (draft) => workspaces.first(draft),
    endSessions,
    membershipsOf: (user) => workspaces.membershipsOf(user),
    departureOf: (user) => workspaces.departureOf(user),
    namesOf: (ids) => workspaces.namesOf(ids),
    revokeKeys: (user, by) => keys.operations.revokeAllOf(user, by),
    allowanceOf: allowanceBy({ limiter, limitOf }, now),
  });
  const sessions = sessionsFeature({
    ...{ ...common, argon2 },
    findUser: accounts.credentialsOf,
    // A new password ends everything that was begun with the old one.
    setPassword: (user, digest) => [...accounts.setPassword(user, digest), secondFactor.endChallenges(user)],
    demandPassword: accounts.demandPassword,
    standingsOf: (user) => workspaces.standingsOf(user),
    secondStep: (...given) => secondFactor.secondStep(...given),
    openSignIn: (...given) => secondFactor.open(...given),
    proveAlone: (...given) => secondFactor.proveAlone(...given),
    proveAgain: (...given) => secondFactor.proveAgain(...given),
  });
  const secondFactor = secondFactorFeature({
    ...{ ...common, publicUrl, secrets, factorDigest: secrets.factorDigest, endSessions },
    findUser: accounts.findUser,
    ...{ permit: sessions.permit, confirmPassword: sessions.confirmPassword, confirmAlone: sessions.confirmAlone },
    attempt: sessions.attemptCode,
    tell: (user, by) => accounts.tell(user, { by, field: 'secondFactor' }),
    onCopied: (about) => logger.warn(about, 'a passkey was used less often than before: it may have been copied'),
  });
  const { findUser, makeUser, demandVerified, demandActive, proof } = accounts;
  const { permit, checkPassword, enter } = sessions;
  const workspaces = workspacesFeature({
    ...common,
    ...{ findUser, makeUser, demandVerified, demandActive, proof, permit, checkPassword, enter },
    demandSecondFactor: secondFactor.demandAny,
    ...{ publicUrl, holdUser: accounts.hold, resetFor: accounts.resetFor, beginSession: sessions.begin },
    ...{ enqueue, belongingsOf: removals.ofWorkspace, purgeAccount: accounts.purge },
    revokeKeys: (workspace) => keys.revokeBound(workspace),
    onDeleted: onWorkspaceDeleted,
  });
  const { membershipsOf, accountOf } = workspaces;
  const keys = keysFeature({ ...common, digest: secrets.digest, findUser, membershipsOf, accountOf });
  const { anyUser, makeAccount } = accounts;
  const { begin: beginSession, throttle } = sessions;
  const setup = setupFeature({ ...common, anyUser, makeAccount, beginSession, throttle });
  const features = [keys, workspaces, accounts, sessions, secondFactor, setup];
  return { ...{ accounts, sessions, secondFactor, workspaces, keys, setup, mail, callers, forgetCallers }, features };
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
