import { AppError } from '../errors.ts';
import { includesPermission, type Permission, permissions, type Role, rolePermissions } from './scopes.ts';

/** Who is asking: an API key or a signed-in person, with what they may do where. */
export interface Principal {
  readonly kind: 'key' | 'session';
  /** The id of the key or of the session. */
  readonly id: string;
  /** Without their name: it is no right, so a change of it makes no process forget anybody. Read it where it is shown. */
  readonly user: { readonly id: string; readonly email: string };
  readonly account: { readonly id: string; readonly plan: string };
  /** What a key was made for; a session has every scope. */
  readonly scopes: ReadonlySet<Permission>;
  /** The workspaces within reach in the order of their creation, and the person's role in each. */
  readonly memberships: ReadonlyMap<string, Role>;
  /** Those of them that belong to the person's own account: a guest's key has none, and a session reaches others too. */
  readonly ownWorkspaces: ReadonlySet<string>;
  /** The one workspace that a key was made for. */
  readonly boundTo: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number | undefined;
}

/** Every workspace that the principal can see. Store functions take it where an id alone doesn't name the workspace. */
export type Reach = readonly string[];

const reaches = new WeakMap<Principal, Reach>();

/** The workspaces that the principal can see, in the order of their creation. */
export function reachOf(principal: Principal): Reach {
  let reach = reaches.get(principal);
  if (reach === undefined) {
    reach = [...principal.memberships.keys()];
    reaches.set(principal, reach);
  }
  return reach;
}

/** Whether scopes and role together give the permission in the workspace. */
export function may(principal: Principal, permission: Permission, workspace: string): boolean {
  const role = principal.memberships.get(workspace);
  return (
    role !== undefined &&
    includesPermission(rolePermissions[role], permission) &&
    includesPermission(principal.scopes, permission)
  );
}

/** Whether somebody may now do everything that they might before; more doesn't matter. */
export const keepsRights = (before: Principal, now: Principal): boolean =>
  reachOf(before).every((id) => permissions.every((each) => !may(before, each, id) || may(now, each, id)));

/**
 * The workspaces of its own account in which the principal is an admin. What concerns the account takes one of these:
 * a role in another account's workspace says nothing about this one.
 */
export const administered = (principal: Principal): Reach =>
  reachOf(principal).filter((id) => principal.ownWorkspaces.has(id) && may(principal, 'workspace:admin', id));

/** Throws `insufficient_role` where the principal's role in a workspace that it can see doesn't allow it. */
export function demand(principal: Principal, permission: Permission, workspace: string): void {
  if (may(principal, permission, workspace)) return;
  const role = principal.memberships.get(workspace);
  throw new AppError('insufficient_role', 'You do not have permission to do this in this workspace.', {
    hint: `It needs ${permission}; the role here is ${role ?? 'none'}. An owner or admin of the workspace can change it.`,
  });
}

/** Throws `insufficient_scope` where the key was made without the scope, whatever its holder's role. */
export function demandScope({ scopes }: Principal, scope: Permission): void {
  if (includesPermission(scopes, scope)) return;
  throw new AppError('insufficient_scope', `The API key lacks the scope ${scope}.`, {
    hint: `Use a key that was made with the scope ${scope}.`,
    headers: { 'www-authenticate': `Bearer realm="parley", error="insufficient_scope", scope="${scope}"` },
  });
}
