import { administered, may, type Principal, reachOf } from '../../access/actor.ts';
import { type Permission, permissions } from '../../access/scopes.ts';
import { AppError } from '../../errors.ts';
import { rowChanges } from '../../storage/changes/row-changes.ts';
import type { Database } from '../../storage/database.ts';
import * as store from './store.ts';

/** The error for an unknown key. */
export const notFound = () => new AppError('api_key_not_found', 'There is no such API key.');

const noKeys = () =>
  new AppError('insufficient_role', 'You do not have permission to manage API keys.', {
    hint: 'Ask an owner or admin of a workspace.',
  });

/**
 * The keys that a principal may see and manage. A signed-in person has their own, of any role. Owners and admins have
 * those of the workspaces that they administer, and those of their whole account if they are an admin there. A key has
 * no keys of its own: its secret must not open its person's other keys. Throws `insufficient_role` for no keys at all.
 */
export function keyReach(principal: Principal): store.KeyReach {
  const workspaces = reachOf(principal).filter((workspace) => may(principal, 'workspace:admin', workspace));
  const user = principal.kind === 'session' ? principal.user.id : undefined;
  if (workspaces.length === 0 && user === undefined) throw noKeys();
  return { workspaces, user, account: administered(principal).length === 0 ? undefined : principal.account.id };
}

/** Gets a key within reach. Throws `api_key_not_found`. */
export async function getKey(db: Database, principal: Principal, at: { id: string; now: number }) {
  const found = await store.find(db, keyReach(principal), at);
  if (found === undefined) throw notFound();
  return found;
}

/** The changes of a key by columns. Their event comes before them in the unit of work. */
export const changesOfKey = rowChanges({
  table: 'api_keys',
  fields: {
    name: { field: 'name', look: 'text' },
    scopes: { field: 'scopes', look: 'json' },
    expires_at: { field: 'expiresAt', look: 'time' },
  },
});

const nowhere = (principal: Principal) =>
  new AppError('insufficient_role', 'You are not a member of a workspace of your account.', {
    hint:
      reachOf(principal).length === 0
        ? 'Ask an owner or admin of a workspace to invite you.'
        : 'Name a workspace that you are a member of in workspaceId.',
  });

/** Max details of an error. */
const maxDetails = 5;

/**
 * Throws `insufficient_role` unless the principal's role allows every scope of a new key: in its workspace, or in at
 * least one workspace of the principal's account for a key without one.
 */
export function demandScopes(principal: Principal, scopes: readonly Permission[], workspace: string | undefined): void {
  const places = workspace === undefined ? [...principal.ownWorkspaces] : [workspace];
  if (places.length === 0) throw nowhere(principal);
  const allowed = permissions.filter((permission) => places.some((place) => may(principal, permission, place)));
  const excess = scopes.filter((scope) => !allowed.includes(scope));
  if (excess.length === 0) return;
  const choices = allowed.join(', ');
  throw new AppError('insufficient_role', `Your role allows the scopes ${choices}, and not ${excess.join(', ')}.`, {
    details: excess.slice(0, maxDetails).map((scope) => ({
      path: `scopes.${scopes.indexOf(scope)}`,
      message: `must be one of ${choices}`,
    })),
    hint: 'A key can do at most what its person can do; an owner or admin of the workspace can change your role.',
  });
}

/** The workspace and account of events about a key. */
export const ownerOf = (row: { readonly workspace_id: string | null; readonly account_id: string }) => ({
  workspace: row.workspace_id ?? undefined,
  account: row.account_id,
});
