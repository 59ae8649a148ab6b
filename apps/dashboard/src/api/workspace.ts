import type { Scope, Workspace } from '@parley/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from './queries.ts';

/** Storage key of the workspace that was used last; its ID is not secret. */
const storageName = 'parley-workspace';

/** Storage key of who was signed in to this browser; `index.html` learns from it which page will follow. */
const signedInName = 'parley-signed-in';

/** The ID of the user whose data this tab shows. */
let shown: string | undefined;

/** Records who is signed in, for the first paint of the next page load and for the other tabs. */
export function noteSignedIn(userId: string | undefined): void {
  shown = userId;
  if (userId !== undefined) localStorage.setItem(signedInName, userId);
  else localStorage.removeItem(signedInName);
}

// The session is that of all tabs: data that this tab has read is not for another user who signed in elsewhere.
addEventListener('storage', ({ key, newValue }) => {
  if (key === signedInName && newValue !== null && shown !== undefined && newValue !== shown) location.reload();
});

/** The current workspace: from the address, else from this tab, else the last one used, else the first. */
export function pickWorkspace(workspaces: readonly Workspace[], named: string | undefined): Workspace | undefined {
  const find = (id: string | null | undefined) => workspaces.find(({ _id }) => _id === id);
  const stored = () => find(sessionStorage.getItem(storageName)) ?? find(localStorage.getItem(storageName));
  return find(named) ?? stored() ?? workspaces[0];
}

/** Keeps the current workspace for this tab, whatever another one switches to. */
export function keepWorkspace(workspaces: readonly Workspace[], named: string | undefined): void {
  const workspace = pickWorkspace(workspaces, named);
  if (workspace !== undefined) sessionStorage.setItem(storageName, workspace._id);
}

/** The current workspace, all workspaces of the user, and what the user may do in the current one. */
export function useWorkspace() {
  const { data: workspaces } = useSuspenseQuery(queries.workspaces());
  const { workspace: named } = useSearch({ strict: false });
  const workspace = pickWorkspace(workspaces, named);
  if (workspace === undefined)
    throw new Error('You are not a member of any workspace. Ask an owner or admin to invite you.');
  return { workspace, workspaces, may: (permission: Scope) => workspace.permissions.includes(permission) };
}

/** Switches the workspace. Stays on the page unless it belongs to the old workspace. */
export function useSwitchWorkspace() {
  const navigate = useNavigate();
  return async (workspace: Pick<Workspace, '_id'>, to?: string) => {
    localStorage.setItem(storageName, workspace._id);
    await navigate({ ...(to !== undefined && { to }), search: { workspace: workspace._id } });
  };
}

/** The signed-in user. */
export function useMe() {
  return useSuspenseQuery(queries.me()).data;
}
