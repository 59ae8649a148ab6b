import { type Actor, demand, reachOf } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import * as store from './store.ts';

/** The errors of tools. */
export const failures = {
  notFound: () => new AppError('tool_not_found', 'There is no such tool.'),
  nameTaken: () => new AppError('tool_name_taken', 'Another tool of the workspace has this name.'),
  /** `names` are those of agents that have it. */
  inUse: (names: readonly string[], hasMore: boolean) =>
    new AppError('tool_in_use', `The tool is attached to ${listed(names, hasMore)}.`, {
      hint: 'Remove it from the `tools` of these agents first.',
    }),
  /** `version` is the one that it has, if it is known. */
  conflict: (version?: number) =>
    new AppError('version_conflict', 'The tool has been changed by another request.', {
      hint: 'Read it again, then repeat the change.',
      ...(version !== undefined && { version }),
    }),
} as const;

/** `the agents A, B and C`. */
function listed(names: readonly string[], hasMore: boolean): string {
  const all = hasMore ? [...names, 'others'] : names;
  const last = all.at(-1);
  return all.length === 1 ? `the agent ${last}` : `the agents ${all.slice(0, -1).join(', ')} and ${last}`;
}

/** Gets a tool within reach. Throws `tool_not_found`, or `insufficient_role` without the permission. */
export async function getTool(
  db: Database,
  actor: Actor,
  { id, permission }: { readonly id: string; readonly permission: Permission },
): Promise<store.StoredTool> {
  const found = await store.find(db, reachOf(actor), id);
  if (found === undefined) throw failures.notFound();
  demand(actor, permission, found.workspace);
  return found;
}
