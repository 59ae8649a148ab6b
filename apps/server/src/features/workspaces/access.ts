import { demand, type Principal } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadRow } from '../../storage/tables.ts';
import { findWorkspace } from './store.ts';

/** The error for a workspace that is unknown or out of reach. */
export const workspaceNotFound = () => new AppError('workspace_not_found', 'There is no such workspace.');

/** Throws `workspace_not_found` if the principal isn't a member, or `insufficient_role` without the permission. */
export function demandIn(principal: Principal, permission: 'agents:read' | 'workspace:admin', workspace: string): void {
  if (!principal.memberships.has(workspace)) throw workspaceNotFound();
  demand(principal, permission, workspace);
}

/** Reads a workspace in which the principal is an admin. Throws like `demandIn`. */
export async function administeredWorkspace(
  db: Database,
  principal: Principal,
  id: string,
): Promise<ReadRow<'workspaces'>> {
  demandIn(principal, 'workspace:admin', id);
  const row = await findWorkspace(db, id);
  if (row === undefined) throw workspaceNotFound();
  return row;
}
