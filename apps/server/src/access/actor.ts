import { AppError } from '../errors.ts';
import { includesPermission, type Permission, permissions, type Role, rolePermissions } from './scopes.ts';

/** What a key and a signed-in person have in common: a person, an account, and a role in each workspace within reach. */
interface Member {
  /** The ID of the key or of the session. */
  readonly id: string;
  /** Without their name: it is no right, so a change of it makes no process forget anybody. Read it where it is shown. */
  readonly user: { readonly id: string; readonly email: string };
  readonly account: { readonly id: string; readonly plan: string };
  /** The scopes of a key; a session has all of them. */
  readonly scopes: ReadonlySet<Permission>;
  /** The workspaces within reach in the order of their creation, and the person's role in each. */
  readonly memberships: ReadonlyMap<string, Role>;
  /** Those of them that belong to the person's own account: a guest's key has none, and a session reaches others too. */
  readonly ownWorkspaces: ReadonlySet<string>;
  /** The only workspace of a key that is bound to one. */
  readonly boundTo: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number | undefined;
}

/** A program that acts with an API key. */
export interface KeyActor extends Member {
  readonly kind: 'key';
}

/** A person who is signed in to the dashboard. */
export interface SessionActor extends Member {
  readonly kind: 'session';
}

/** An actor with an account: the caller of an endpoint that takes a key or a session. */
export type Principal = KeyActor | SessionActor;

/** A person without an account who talks with an agent through a channel, and reaches that conversation alone. */
export interface VisitorActor {
  readonly kind: 'visitor';
  /** The ID of the visitor: the `userId` of the conversations. */
  readonly id: string;
  readonly channel: string;
  readonly workspace: string;
}

/** A channel that passes on what a platform delivers, such as a messenger. */
export interface ChannelActor {
  readonly kind: 'channel';
  /** The ID of the channel. */
  readonly id: string;
  readonly workspace: string;
}

/** The service itself, or its operator on the command line, in the workspaces that it was given. */
export interface SystemActor {
  readonly kind: 'system';
  readonly id: 'operator' | 'system';
  readonly workspaces: readonly string[];
}

/** Who acts. Services take it first; what it may do in a workspace is `may`. */
export type Actor = Principal | VisitorActor | ChannelActor | SystemActor;

/** The service itself, acting in some workspaces. */
export const systemIn = (...workspaces: readonly string[]): SystemActor => ({
  kind: 'system',
  id: 'system',
  workspaces,
});

/** The operator of the instance, on the command line. */
export const operator: SystemActor = { kind: 'system', id: 'operator', workspaces: [] };

/** Whether an actor has an account. */
export const isPrincipal = (actor: Actor): actor is Principal => actor.kind === 'key' || actor.kind === 'session';

/** The ID of the person behind an actor; undefined if it has none. */
export const personOf = (actor: Actor): string | undefined => (isPrincipal(actor) ? actor.user.id : undefined);

/** Every workspace that an actor can see. Store functions take it if an ID alone doesn't name the workspace. */
export type Reach = readonly string[];

const reaches = new WeakMap<Principal, Reach>();

/** The workspaces that an actor can see, in the order of their creation. */
export function reachOf(actor: Actor): Reach {
  if (actor.kind === 'system') return actor.workspaces;
  if (!isPrincipal(actor)) return [actor.workspace];
  let reach = reaches.get(actor);
  if (reach === undefined) {
    reach = [...actor.memberships.keys()];
    reaches.set(actor, reach);
  }
  return reach;
}

/** What visitors and channels may do in their workspace. A visitor's reach is one conversation, see `conversations/access.ts`. */
const talking: ReadonlySet<Permission> = new Set(['conversations:read', 'conversations:write']);

/** Whether an actor has a permission in a workspace: for a key or a person, by scopes and role together. */
export function may(actor: Actor, permission: Permission, workspace: string): boolean {
  if (actor.kind === 'system') return actor.workspaces.includes(workspace);
  if (!isPrincipal(actor)) return actor.workspace === workspace && talking.has(permission);
  const role = actor.memberships.get(workspace);
  return (
    role !== undefined &&
    includesPermission(rolePermissions[role], permission) &&
    includesPermission(actor.scopes, permission)
  );
}

/** Whether a principal has kept every right that it had; further rights don't matter. */
export const keepsRights = (before: Principal, now: Principal): boolean =>
  reachOf(before).every((id) => permissions.every((each) => !may(before, each, id) || may(now, each, id)));

/**
 * The workspaces of its own account in which the principal is an admin. An operation on the account takes one of these:
 * a role in another account's workspace gives no right in this account.
 */
export const administered = (principal: Principal): Reach =>
  reachOf(principal).filter((id) => principal.ownWorkspaces.has(id) && may(principal, 'workspace:admin', id));

/** A right of a principal: a permission in a workspace, or the administration of an account. */
export type Right = { readonly permission: Permission; readonly workspace: string } | { readonly account: string };

/** Whether a principal holds a right now. */
export const holds = (principal: Principal, right: Right): boolean =>
  'account' in right
    ? principal.account.id === right.account && administered(principal).length > 0
    : may(principal, right.permission, right.workspace);

/** Throws `insufficient_role` if the actor lacks a permission in a workspace that it can see. */
export function demand(actor: Actor, permission: Permission, workspace: string): void {
  if (may(actor, permission, workspace)) return;
  const role = isPrincipal(actor) ? actor.memberships.get(workspace) : undefined;
  throw new AppError('insufficient_role', 'You do not have permission to do this in this workspace.', {
    hint: `It needs ${permission}; the role here is ${role ?? 'none'}. An owner or admin of the workspace can change it.`,
  });
}

/** Throws `insufficient_scope` if a key lacks a scope, whatever the role of its user. Others have roles only. */
export function demandScope(actor: Actor, scope: Permission): void {
  if (!isPrincipal(actor) || includesPermission(actor.scopes, scope)) return;
  throw new AppError('insufficient_scope', `The API key lacks the scope ${scope}.`, {
    hint: `Use a key that was made with the scope ${scope}.`,
    scope,
  });
}
