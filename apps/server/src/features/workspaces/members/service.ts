import type { Principal } from '../../../access/actor.ts';
import type { Role } from '../../../access/scopes.ts';
import { AppError } from '../../../errors.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import { rowChanges } from '../../../storage/changes/row-changes.ts';
import type { Database } from '../../../storage/database.ts';
import { type Along, nothingAlong, type Statement } from '../../../storage/unit.ts';
import { administeredWorkspace } from '../access.ts';
import { demandMayReset, resetNotPermitted, resetRefusalOf } from './may-reset.ts';
import type { Member, MemberChanges, MemberQuery, MemberReset } from './schema.ts';
import * as store from './store.ts';

/** Dependencies of members. */
export interface MemberNeeds {
  readonly db: Database;
  forgetCallers(): void;
  /** Returns a new link that sets a person's password, and the statements that store it. */
  resetFor(
    user: { readonly id: string; readonly email: string },
    request: { readonly by: string; readonly address: string },
  ): Promise<{ readonly link: MemberReset; readonly statements: readonly Statement[] }>;
  readonly record: RecordEvent;
  /** Returns the statement that has the conversations of a person of a workspace taken back, who can't answer any more. */
  returnHeld(workspace: string, user: string): Statement;
}

const changesOf = rowChanges({ table: 'members', fields: { role: { field: 'role', look: 'text' } } });

/** A member of a workspace, by the IDs of the path. */
interface MemberAt {
  /** The workspace. */
  readonly id: string;
  readonly userId: string;
}

export type Members = ReturnType<typeof createMembers>;

const notFound = () => new AppError('member_not_found', 'There is no such member in this workspace.');
const ownersOnly = () =>
  new AppError('insufficient_role', 'Only an owner can make a member an owner, or change or remove an owner.');
const changeErrors = {
  missing: notFound,
  lastOwner: () => new AppError('last_owner', 'A workspace must have at least one owner.'),
};

/** The members of workspaces: list, read, change roles, remove. */
export function createMembers({ db, forgetCallers, record, resetFor, returnHeld }: MemberNeeds) {
  const get = async ({ id, userId }: MemberAt) => {
    const member = await store.findMember(db, id, userId);
    if (member === undefined) throw notFound();
    return member;
  };

  return {
    /** Reads a page as JSON text. */
    list: async (principal: Principal, workspace: string, query: MemberQuery): Promise<string> => {
      await administeredWorkspace(db, principal, workspace);
      return store.listMembers(db, workspace, { query, toJson: toMember });
    },

    read: async (principal: Principal, at: MemberAt): Promise<Member> => {
      await administeredWorkspace(db, principal, at.id);
      return toMember(await get(at));
    },

    update: async (principal: Principal, at: MemberAt, { role }: MemberChanges): Promise<Member> => {
      const { account_id: account } = await administeredWorkspace(db, principal, at.id);
      const member = await get(at);
      const notAnOwners = guardOwners(principal, at.id, [member.role as Role, role]);
      const told = record(principal, {
        ...{ type: 'member.updated', workspace: at.id, account },
        data: { user: at.userId, fields: ['role'], role },
        changes: changesOf({ workspace_id: at.id, user_id: at.userId }, { role }),
      });
      await db.write({
        member: store.setRole(db, at.id, { user: at.userId, role, told, notAnOwners, ...changeErrors }),
        ...(role === 'viewer' && { held: returnHeld(at.id, at.userId) }),
      });
      forgetCallers();
      return { ...toMember(member), role };
    },

    remove: async (principal: Principal, at: MemberAt): Promise<void> => {
      const { account_id: account } = await administeredWorkspace(db, principal, at.id);
      const member = await get(at);
      const notAnOwners = guardOwners(principal, at.id, [member.role as Role]);
      await db.write({
        member: store.removeMember(db, at.id, { user: at.userId, notAnOwners, ...changeErrors }),
        held: returnHeld(at.id, at.userId),
        event: record(principal, {
          type: 'member.removed',
          ...{ workspace: at.id, account },
          data: { user: at.userId },
        }),
      });
      forgetCallers();
    },

    /** Creates a link that sets a member's password. Throws `insufficient_role` unless the principal is above them. */
    resetPassword: async (
      principal: Principal,
      { address, ...at }: MemberAt & { readonly address: string },
      along: Along<MemberReset> = nothingAlong,
    ): Promise<MemberReset> => {
      const { account_id: account } = await administeredWorkspace(db, principal, at.id);
      const member = await get(at);
      const refusal = resetRefusalOf(principal, member);
      if (refusal !== undefined) throw refusal;
      const { user_id: id, email } = member;
      const { link, statements } = await resetFor({ id, email }, { by: principal.user.id, address });
      await db.write({
        allowed: demandMayReset(db, { actor: principal.user.id, user: id }, resetNotPermitted),
        reset: statements,
        event: record(principal, {
          type: 'password_reset.created',
          ...{ workspace: at.id, account },
          data: { user: id },
        }),
        along: along(link),
      });
      return link;
    },
  };
}

/**
 * Throws `insufficient_role` if an owner's role is involved and the principal isn't an owner. Returns the error for a
 * member who becomes an owner before the change is written; undefined for an owner.
 */
function guardOwners(principal: Principal, workspace: string, involved: readonly Role[]) {
  if (principal.memberships.get(workspace) === 'owner') return undefined;
  if (involved.includes('owner')) throw ownersOnly();
  return ownersOnly;
}

const toMember = (row: store.JoinedMember): Member => ({
  user: {
    ...{ _id: row.user_id, name: row.name, email: row.email },
    ...{ verified: row.verified_at !== null, status: row.status },
  },
  role: row.role as Role,
  createdAt: new Date(Number(row.created_at)).toISOString(),
});
