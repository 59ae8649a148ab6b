import { AppError, invalid } from '../errors.ts';
import { type Actor, demand, may, reachOf } from './actor.ts';

/** The error of a workspace that is unknown or out of reach. */
export const workspaceMissing = () => new AppError('workspace_not_found', 'There is no such workspace.');

/** Max workspaces that an error names. */
const maxNamed = 10;

/** Returns the names of workspaces, by their IDs. */
export type NamesOf = (workspaces: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Returns the workspace of a new agent or source: the one named, or the only one that the actor reaches. Throws
 * `validation_failed` for several, which the error names: a guess could be wrong, and change with an invitation.
 */
export async function workspaceFor(actor: Actor, named: string | undefined, namesOf: NamesOf): Promise<string> {
  const reach = reachOf(actor);
  if (named !== undefined && !reach.includes(named)) throw workspaceMissing();
  const workspace = named ?? reach[0];
  if (workspace === undefined) throw noWorkspace();
  if (named === undefined && reach.length > 1) {
    const writable = reach.filter((id) => may(actor, 'agents:write', id));
    if (writable.length > 0) throw await unnamedWorkspace(writable, namesOf);
  }
  demand(actor, 'agents:write', workspace);
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
