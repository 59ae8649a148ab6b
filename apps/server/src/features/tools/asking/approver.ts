import type { Origin, SessionActor } from '../../../access/actor.ts';
import { type Permission, permissions, type Role } from '../../../access/scopes.ts';
import type { Member } from './store.ts';

/** The workspace in which a member decides. */
interface Place {
  readonly workspace: string;
  /** The account that owns it. */
  readonly account: string;
  /** The request in which the member decides; undefined if only rights are asked for. */
  readonly origin?: Origin;
}

/** The person of a link as an actor. It reaches this workspace alone, whatever else the person is a member of. */
export const approverIn = (member: Member, { workspace, account, origin }: Place): SessionActor => ({
  ...{ kind: 'session', id: member.id, user: { id: member.id, email: member.email } },
  account: { id: member.account_id, plan: member.plan },
  scopes: new Set<Permission>(permissions),
  memberships: new Map([[workspace, member.role as Role]]),
  ownWorkspaces: new Set(member.account_id === account ? [workspace] : []),
  ...{ hasSecondFactor: false, confirmedAt: 0, locked: [], boundTo: undefined, expiresAt: undefined, origin },
});
