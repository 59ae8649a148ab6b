import type { Scope, Workspace } from '@parley/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from './queries.ts';

/** Where the browser remembers which workspace was looked at last: an id, which is no secret. */
const storageName = 'parley-workspace';

/** The workspace that the pages are about: the one in the address, else the last one, else the first. */
export function pickWorkspace(workspaces: readonly Workspace[], named: string | undefined): Workspace | undefined {
  const find = (id: string | null | undefined) => workspaces.find(({ _id }) => _id === id);
  return find(named) ?? find(localStorage.getItem(storageName)) ?? workspaces[0];
}

/** The workspace at hand, all others, and what the person may do in it. */
export function useWorkspace() {
  const { data: workspaces } = useSuspenseQuery(queries.workspaces());
  const { workspace: named } = useSearch({ strict: false });
  const workspace = pickWorkspace(workspaces, named);
  if (workspace === undefined)
    throw new Error('You are a member of no workspace. Ask an owner or admin to invite you.');
  return { workspace, workspaces, may: (permission: Scope) => workspace.permissions.includes(permission) };
}

/** Goes to another workspace, on the same page where it is not about one thing of the old workspace. */
export function useSwitchWorkspace() {
  const navigate = useNavigate();
  return async (workspace: Pick<Workspace, '_id'>, to?: string) => {
    localStorage.setItem(storageName, workspace._id);
    await navigate({ ...(to !== undefined && { to }), search: { workspace: workspace._id } });
  };
}

/** The person who is signed in. */
export function useMe() {
  return useSuspenseQuery(queries.me()).data;
}
