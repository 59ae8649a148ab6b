import { AppError } from '../errors.ts';
import { includesPermission, type Permission, permissions, type Role, rolePermissions } from './scopes.ts';

/** Common properties of a key and a signed-in person: a person, an account, and a role in each visible workspace. */
interface Member {
  /** The ID of the key or of the session. */
  readonly id: string;
  /** Has no name: a name isn't a right, so changing it must not clear the cache. Read the name when you show it. */
  readonly user: { readonly id: string; readonly email: string };
  readonly account: { readonly id: string; readonly plan: string };
  /** The scopes of a key; a session has all of them. */
  readonly scopes: ReadonlySet<Permission>;
  /** The visible workspaces in the order of their creation, with the person's role in each. */
  readonly memberships: ReadonlyMap<string, Role>;
  /**
   * The workspaces that belong to the person's own account. A guest's key has none; a session also sees other accounts'
   * workspaces.
   */
  readonly ownWorkspaces: ReadonlySet<string>;
  /** The only workspace of a key that is bound to one. */
  readonly boundTo: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number | undefined;
  /**
   * The request in which it acts; undefined for one that is only remembered. Set it to undefined there: to a copy, a
   * property is set fast and added slowly.
   */
  readonly origin?: Origin | undefined;
}

/** A request, as events name it. */
export interface Origin {
  readonly requestId: string;
  /** The client's IP address. */
  readonly address: string;
  /** The `User-Agent`. */
  readonly client: string;
}

/** A program that acts with an API key. */
export interface KeyActor extends Member {
  readonly kind: 'key';
}

/** A person who is signed in to the dashboard. */
export interface SessionActor extends Member {
  readonly kind: 'session';
  readonly hasSecondFactor: boolean;
  /** When the person last proved who they are, in milliseconds since 1970. */
  readonly confirmedAt: number;
  /** The workspaces that the person is a member of, and that require the second factor which the person lacks. */
  readonly locked: Reach;
}

/** An actor with an account: the caller of an endpoint that accepts a key or a session. */
export type Principal = KeyActor | SessionActor;

/** A person without an account who talks with an agent through a channel. Reaches the own conversations there. */
export interface VisitorActor {
  readonly kind: 'visitor';
  /** The ID of the visitor: the `userId` of the conversations. */
  readonly id: string;
  readonly channel: string;
  /** The only agent that the visitor talks with. */
  readonly agent: string;
  readonly workspace: string;
  /** The account that owns the workspace. */
  readonly account: { readonly id: string; readonly plan: string };
  /** The IP address of the request. */
  readonly address: string;
  /** True if replies show the visitor the passages that they quote. */
  readonly seesCitations: boolean;
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** The request in which it acts. */
  readonly origin?: Origin | undefined;
}

/** An actor that a request can authenticate as. */
export type RequestActor = Principal | VisitorActor;

/** A channel that passes on messages of a platform, such as a messenger. */
export interface ChannelActor {
  readonly kind: 'channel';
  /** The ID of the channel. */
  readonly id: string;
  readonly workspace: string;
  /** The thread of the platform in which it passes messages on; null if that has none. */
  readonly thread: string | null;
  /** Details of the message that a reply needs, as JSON; null for nothing. */
  readonly context: string | null;
  /** When its user has sent that message, in ms since 1970. */
  readonly at: number;
  /**
   * Text for the user in place of a reply, if the agent can read nothing of the message; empty for no text. Undefined
   * if the agent replies.
   */
  readonly notice?: string | undefined;
  /** The user's own words, without what the content says of quotes and files; undefined for an edit of an old message. */
  readonly said?: string | undefined;
}

/** The service itself, or its operator on the command line, in the given workspaces. */
export interface SystemActor {
  readonly kind: 'system';
  readonly id: 'operator' | 'system';
  readonly workspaces: readonly string[];
  /** The request that made the service act, if one did. */
  readonly origin?: Origin;
}

/** The actor of a call, which services take as their first argument. `may` says what it may do in a workspace. */
export type Actor = Principal | VisitorActor | ChannelActor | SystemActor;

/** The service itself, acting in some workspaces. */
export const systemIn = (...workspaces: readonly string[]): SystemActor => ({
  kind: 'system',
  id: 'system',
  workspaces,
});

/** The operator of the instance, on the command line. */
export const operator: SystemActor = { kind: 'system', id: 'operator', workspaces: [] };

/** True if an actor has an account. */
export const isPrincipal = (actor: Actor): actor is Principal => actor.kind === 'key' || actor.kind === 'session';

/** The ID of the person behind an actor; undefined if it has none. */
export const personOf = (actor: Actor): string | undefined => (isPrincipal(actor) ? actor.user.id : undefined);

/** Every workspace that an actor can see. Store functions take it if an ID alone doesn't identify the workspace. */
export type Reach = readonly string[];

/** By the memberships: an actor is copied for each request that may change something. */
const reaches = new WeakMap<Principal['memberships'], Reach>();

/** The workspaces that an actor can see, in the order of their creation. */
export function reachOf(actor: Actor): Reach {
  if (actor.kind === 'system') return actor.workspaces;
  if (!isPrincipal(actor)) return [actor.workspace];
  let reach = reaches.get(actor.memberships);
  if (reach === undefined) {
    reach = [...actor.memberships.keys()];
    reaches.set(actor.memberships, reach);
  }
  return reach;
}

/**
 * Permissions of visitors and channels in their workspace. A visitor sees one conversation, see
 * `conversations/access.ts`.
 */
const talking: ReadonlySet<Permission> = new Set(['conversations:read', 'conversations:write']);

/** True if an actor has a permission in a workspace. For a key or a person, both scopes and role must grant it. */
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

/** The workspaces that an actor can see and in which it has a permission; if one is named, at most that one. */
export const reachFor = (actor: Actor, permission: Permission, named?: string): Reach =>
  reachOf(actor).filter((id) => may(actor, permission, id) && (named === undefined || id === named));

/** True if a principal still has every right that it had; additional rights don't matter. */
export const keepsRights = (before: Principal, now: Principal): boolean =>
  reachOf(before).every((id) => permissions.every((each) => !may(before, each, id) || may(now, each, id)));

/**
 * The workspaces of its own account in which the principal is an admin. Operations on the account need one of these,
 * because a role in another account's workspace grants no right in this account.
 */
export const administered = (principal: Principal): Reach =>
  reachOf(principal).filter((id) => principal.ownWorkspaces.has(id) && may(principal, 'workspace:admin', id));

/**
 * A right of a principal: a permission in a workspace, or in any workspace of its account (by default, to administer).
 */
export type Right =
  | { readonly permission: Permission; readonly workspace: string }
  | { readonly permission?: Permission; readonly account: string };

/** True if a principal currently has a right. */
export const holds = (principal: Principal, right: Right): boolean =>
  'account' in right
    ? principal.account.id === right.account &&
      reachOf(principal).some(
        (id) => principal.ownWorkspaces.has(id) && may(principal, right.permission ?? 'workspace:admin', id),
      )
    : may(principal, right.permission, right.workspace);

/** Throws `insufficient_role` if the actor lacks a permission in a workspace that it can see. */
export function demand(actor: Actor, permission: Permission, workspace: string): void {
  if (may(actor, permission, workspace)) return;
  const role = isPrincipal(actor) ? actor.memberships.get(workspace) : undefined;
  throw new AppError('insufficient_role', 'You do not have permission to do this in this workspace.', {
    hint:
      `It needs ${permission}; the role here is ${role ?? 'none'}. ` +
      'An owner or admin of the workspace can change it.',
  });
}

/**
 * Throws `insufficient_scope` if a key lacks a scope, even if its user's role would suffice. Others have only roles.
 */
export function demandScope(actor: Actor, scope: Permission): void {
  if (!isPrincipal(actor) || includesPermission(actor.scopes, scope)) return;
  throw new AppError('insufficient_scope', `The API key lacks the scope ${scope}.`, {
    hint: `Use a key that was made with the scope ${scope}.`,
    scope,
  });
}

/** Returns the line in which an actor's work waits: that of its account, or of its workspace if it has no account. */
export function lineOf(actor: Actor): string {
  if (isPrincipal(actor)) return actor.account.id;
  return actor.kind === 'system' ? actor.id : actor.workspace;
}
