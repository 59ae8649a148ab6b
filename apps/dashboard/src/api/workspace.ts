import type { Scope, Workspace } from '@parley/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from './queries.ts';

/** Storage key of the workspace that was used last; its ID is not secret. */
const storageName = 'parley-workspace';

/** Storage key that says whether this browser was signed in, so that `index.html` knows which page will follow. */
const signedInName = 'parley-signed-in';

/** Records whether the user is signed in, for the first paint of the next page load. */
export function noteSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) localStorage.setItem(signedInName, 'yes');
  else localStorage.removeItem(signedInName);
}

/** The current workspace: the one in the address, else the last one used, else the first. */
export function pickWorkspace(workspaces: readonly Workspace[], named: string | undefined): Workspace | undefined {
  const find = (id: string | null | undefined) => workspaces.find(({ _id }) => _id === id);
  return find(named) ?? find(localStorage.getItem(storageName)) ?? workspaces[0];
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
