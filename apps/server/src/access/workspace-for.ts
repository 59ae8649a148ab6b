import { AppError, invalid } from '../errors.ts';
import { type Actor, demand, may, reachOf } from './actor.ts';
import type { Permission } from './scopes.ts';

/** The error of a workspace that is unknown or out of reach. */
export const workspaceMissing = () => new AppError('workspace_not_found', 'There is no such workspace.');

/** Max workspaces that an error names. */
const maxNamed = 10;

/** Returns the names of workspaces, by their IDs. */
export type NamesOf = (workspaces: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** A workspace that is named or isn't, and the permission that is needed there. */
interface Placed {
  readonly named: string | undefined;
  readonly permission: Permission;
  readonly namesOf: NamesOf;
}

/** Returns the workspace of a new agent or source, as `workspaceWith` does. */
export const workspaceFor = (actor: Actor, named: string | undefined, namesOf: NamesOf): Promise<string> =>
  workspaceWith(actor, { named, permission: 'agents:write', namesOf });

/**
 * Returns the workspace of something new: the one named, or the only one that the actor reaches. Throws
 * `validation_failed` for several, which the error names: a guess could be wrong, and change with an invitation. Throws
 * `insufficient_role` without the permission there.
 */
export async function workspaceWith(actor: Actor, { named, permission, namesOf }: Placed): Promise<string> {
  const reach = reachOf(actor);
  if (named !== undefined && !reach.includes(named)) throw workspaceMissing();
  const workspace = named ?? reach[0];
  if (workspace === undefined) throw noWorkspace();
  if (named === undefined && reach.length > 1) {
    const writable = reach.filter((id) => may(actor, permission, id));
    if (writable.length > 0) throw await unnamedWorkspace(writable, namesOf);
  }
  demand(actor, permission, workspace);
  return workspace;
}

const noWorkspace = () =>
  invalid(
    [{ path: 'workspaceId', message: 'is required, and you are not a member of any workspace' }],
    'validation_failed',
    'Ask an owner or admin of a workspace to invite you.',
  );

async function unnamedWorkspace(choices: readonly string[], namesOf: NamesOf): Promise<AppError> {
  const some = choices.slice(0, maxNamed);
  const names = await namesOf(some);
  const named = some.map((id) => `${id} (${names.get(id) ?? ''})`).join(', ');
  const others = choices.length - maxNamed;
  const more = others > 0 ? ` and ${others} more, which GET /api/me lists` : '';
  const message = `is required, because several workspaces are within reach: choose ${named}${more}`;
  return invalid([{ path: 'workspaceId', message }]);
}
