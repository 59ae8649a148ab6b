import type { Principal } from '../../access/actor.ts';
import type { Role } from '../../access/scopes.ts';
import type { InvitationNeeds } from './invitations/needs.ts';
import { invitationEndpoints } from './invitations/routes.ts';
import { createInvitations, invitationMails } from './invitations/service.ts';
import { departureOf } from './members/departure.ts';
import { demandMayReset } from './members/may-reset.ts';
import { memberEndpoints } from './members/routes.ts';
import { createMembers, type MemberNeeds } from './members/service.ts';
import { adminsOf } from './members/store.ts';
import { leaveOf } from './removal/leave.ts';
import { purgeJobs } from './removal/purge.ts';
import { removalEndpoints } from './removal/routes.ts';
import { createWorkspaceRemovals, type RemovalNeeds } from './removal/service.ts';
import { workspaceEndpoints } from './routes.ts';
import { createWorkspaces, makeWorkspace, type WorkspaceNeeds } from './service.ts';
import * as store from './store.ts';

/** Functions of workspaces for features on which workspaces depend: they need nothing of those. */
export function workspaceAccess(needs: Pick<WorkspaceNeeds, 'db' | 'now' | 'newId'> & Pick<MemberNeeds, 'returnHeld'>) {
  const { db } = needs;
  return {
    /** The accounts that own workspaces, each once, with their plans. */
    ownersOf: (ids: readonly string[]) => store.ownersOf(db, ids),
    /** Returns an account's first workspace with its owner, and the statements that insert them. */
    first: (draft: { readonly account: string; readonly owner: string; readonly name: string }) => {
      const { row, statements } = makeWorkspace(needs, draft);
      return { workspace: { _id: row.id, name: row.name }, statements };
    },
    /** The workspaces that a person is a member of, in one account or in all, in the order of their creation. */
    membershipsOf: (user: string, account?: string): Promise<ReadonlyMap<string, Role>> =>
      store.membershipsOf(db, user, account),
    /** The places of a person in workspaces, with what those require; in the order of their creation. */
    standingsOf: (user: string) => store.standingsOf(db, user),
    /** The workspaces of some people with their roles there, by the IDs of the people. */
    placesOf: (users: readonly string[]) => store.placesOf(db, users),
    /** The names of workspaces, by their IDs. */
    namesOf: (ids: readonly string[]) => store.namesOf(db, ids),
    /** The mail addresses of the owners and admins of a workspace. */
    adminsOf: async (workspace: string) => (await adminsOf(db, workspace)).map(({ email }) => email),
    /** The account of a workspace; undefined if there is no such workspace. */
    accountOf: async (workspace: string): Promise<string | undefined> =>
      (await store.findWorkspace(db, workspace))?.account_id,
    /** Ends all memberships of a person. Throws `last_owner` if a workspace would be left without an owner. */
    departureOf: (user: string) => departureOf(needs, user),
    /** Returns the statements that throw `orElse` unless one person may reset the password of another. */
    demandOver: (who: Parameters<typeof demandMayReset>[1], orElse: () => Error) => demandMayReset(db, who, orElse),
    /** Follows the mails with the links of invitations. */
    invitationMails: invitationMails(needs),
  };
}

/** The deletion of workspaces. Accounts need it, and the feature needs those. */
export function workspaceRemovals(needs: RemovalNeeds) {
  const removals = createWorkspaceRemovals(needs);
  return {
    ...removals,
    /**
     * Ends a person's part in all workspaces, and deletes those that have no other member. Throws `last_owner` if one
     * with other members would be left without an owner.
     */
    leaveOf: (principal: Principal) => leaveOf({ ...needs, hide: removals.hide }, principal),
    jobs: purgeJobs(needs),
  };
}

/** Dependencies of the feature. */
type Needs = WorkspaceNeeds &
  MemberNeeds &
  InvitationNeeds & { readonly removals: ReturnType<typeof workspaceRemovals> };

/** Workspaces, their members, and invitations. */
export function workspacesFeature({ removals, ...needs }: Needs) {
  const invitations = createInvitations(needs);
  return {
    endpoints: [
      ...workspaceEndpoints(createWorkspaces(needs)),
      ...removalEndpoints(removals),
      ...memberEndpoints(createMembers(needs)),
      ...invitationEndpoints(invitations),
    ],
    jobs: [...invitations.jobs, ...removals.jobs],
  };
}
