import type { Statement } from '../../storage/unit.ts';
import { createOperatorCommands, type OperatorCommandNeeds } from './operator-commands.ts';
import { createOperatorEvents, type OperatorEventNeeds } from './operator-events.ts';
import { type ListNeeds, pagesOfPeople } from './people-list.ts';
import { enqueueAccount, purgeJobs } from './removal/purge.ts';
import { removalEndpoints } from './removal/routes.ts';
import { createRemovals, type RemovalNeeds } from './removal/service.ts';
import { resetEndpoints } from './resets/routes.ts';
import { createResets, type ResetNeeds } from './resets/service.ts';
import { removeAllOf } from './resets/store.ts';
import { accountEndpoints } from './routes.ts';
import { type AccountNeeds, createAccounts } from './service.ts';
import * as store from './store.ts';
import { type Changer, type UserChangeNeeds, updateEvents, verifyAddress } from './user-changes.ts';
import { verificationEndpoints } from './verification/routes.ts';
import { createVerifications, type VerificationNeeds } from './verification/service.ts';

type Needs = AccountNeeds &
  OperatorCommandNeeds &
  OperatorEventNeeds &
  VerificationNeeds &
  ResetNeeds &
  ListNeeds &
  RemovalNeeds;

/** Dependencies of the functions of accounts for other features. */
type AccessNeeds = UserChangeNeeds & Pick<RemovalNeeds, 'enqueue'>;

/** Functions of accounts and people for features on which accounts depend: they need nothing of those. */
export function accountAccess(needs: AccessNeeds) {
  const { db, now } = needs;
  return {
    /** Returns the statements that have an account deleted if neither a person nor a workspace is left in it. */
    purge: (account: string): Statement[] => enqueueAccount(needs, account),
    /** True if the instance has any person. */
    anyUser: (): Promise<boolean> => store.anyUser(db),
    /** Ownership of the instance: `isOwner` is true if the person owns it; `demandOwner` throws `orElse` otherwise. */
    instance: {
      isOwner: (id: string): Promise<boolean> => store.ownsInstance(db, id),
      demandOwner: (id: string, orElse: () => Error): Statement => store.demandOwner(db, id, orElse),
    },
    /** Finds a person by email (any case) or ID. */
    findUser: (by: { email: string } | { id: string }) => store.findUser(db, by),
    /** Finds a person for a sign-in: with the password digest, and whether the person is active. */
    credentialsOf: async (by: { email: string } | { id: string }) => {
      const user = await store.findUser(db, by);
      if (user === undefined) return undefined;
      const { id, email, name, account_id: account, password_hash: digest, status } = user;
      return { id, email, name, account, digest, active: status === 'active' };
    },
    /** Returns the statements that set a person's password, and end links that would set another. */
    setPassword: (id: string, digest: string): Statement[] => [
      store.setPassword(db, id, { digest, now: now() }),
      removeAllOf(db, id),
    ],
    /** Returns the statements that throw `orElse` unless the person is active and still has this password digest. */
    demandPassword: (user: { readonly id: string; readonly digest: string }, orElse: () => Error): Statement[] =>
      store.demandPassword(db, user, orElse),
    /** Returns the statement that throws `orElse` unless a person may be a member in this account. */
    demandVerified: (user: { readonly id: string; readonly account: string }, orElse: () => Error): Statement =>
      store.demandVerified(db, user, orElse),
    /** Returns the statements that note a person's address as verified, with their events; none if it already is. */
    proof: (user: Parameters<typeof verifyAddress>[1], by: Changer): Promise<Statement[]> =>
      verifyAddress(needs, user, { by }),
    /** Returns the events that tell of a change of a person. */
    tell: (
      user: Parameters<typeof updateEvents>[1],
      change: Parameters<typeof updateEvents>[2],
    ): Promise<Statement[]> => updateEvents(needs, user, change),
    /** Returns the statements that lock a person and throw `orElse` unless the person is active. */
    demandActive: (id: string, orElse: () => Error): Statement[] => store.demandActive(db, id, orElse),
    /** Returns the statements that lock a person until the unit of work ends. */
    hold: (id: string): Statement[] => store.hold(db, id),
  };
}

/** Accounts and their people. */
export function accountsFeature(needs: Needs) {
  const accounts = createAccounts(needs);
  const verifications = createVerifications(needs);
  const resets = createResets(needs);
  const { makeUser, makeAccount, create, setPlan, setStatus } = accounts;
  return {
    endpoints: [
      ...accountEndpoints(accounts),
      ...removalEndpoints(createRemovals(needs)),
      ...verificationEndpoints(verifications),
      ...resetEndpoints(resets),
    ],
    jobs: [...verifications.jobs, ...resets.jobs, ...purgeJobs(needs)],
    makeUser,
    makeAccount,
    create,
    setPlan,
    setStatus,
    people: { ...createOperatorCommands(needs), resetLink: resets.forOperator, pages: () => pagesOfPeople(needs) },
    /** The events of commands that no feature's change reports. */
    operatorEvents: createOperatorEvents(needs),
    /** Returns a new link that sets a member's password, for an admin. */
    resetFor: resets.forMember,
  };
}
