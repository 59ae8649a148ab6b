import { type Actor, demand, may, reachOf } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import { AppError, type ErrorDetail, invalid } from '../../errors.ts';
import type { AgentChanges } from './schema.ts';
import type { AgentFacts } from './store.ts';

/** The error of a workspace that is unknown or out of reach. */
export const workspaceMissing = () => new AppError('workspace_not_found', 'There is no such workspace.');

/** The error of an agent that was changed meanwhile; `version` is its version, if it is known. */
export const conflict = (version?: number) =>
  new AppError('version_conflict', 'The agent has been changed by another request.', {
    hint: 'Read it again, then repeat the change.',
    ...(version !== undefined && { version }),
  });

/** Fields that the server owns. */
export const readOnly = ['_id', 'workspace', 'createdAt', 'updatedAt'] as const;

/** Max workspaces that an error names. */
const maxNamed = 10;

/** Returns the names of workspaces, by their IDs. */
export type NamesOf = (workspaces: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Returns the workspace of a new agent: the one named, or the only one that the actor reaches. Throws
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

/**
 * Returns the actor's only workspace, if it has the permission there. A change that needs no look at the agent then
 * finds it there, or not at all.
 */
export function onlyWorkspace(actor: Actor, permission: Permission): string | undefined {
  const [workspace, ...others] = reachOf(actor);
  return workspace !== undefined && others.length === 0 && may(actor, permission, workspace) ? workspace : undefined;
}

/** Whether an update depends on the stored agent. */
export const needsLook = ({ model, knowledgeSources, ...changes }: AgentChanges): boolean =>
  [model, knowledgeSources, ...readOnly.map((field) => changes[field])].some((value) => value !== undefined);

/** Throws `version_conflict` if the version isn't allowed; any is if `allowed` is undefined. */
export function checkVersion(version: number, allowed: readonly number[] | undefined): void {
  if (allowed !== undefined && !allowed.includes(version)) throw conflict(version);
}

/** Throws `read_only_field` unless fields that the server owns echo the stored values. */
export function checkReadOnly(
  id: string,
  { workspace, createdAt, updatedAt }: AgentFacts,
  changes: AgentChanges,
): void {
  if (!readOnly.some((field) => changes[field] !== undefined)) return;
  const stored = {
    _id: id,
    workspace,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
  const wrong: ErrorDetail[] = readOnly
    .filter((field) => changes[field] !== undefined && changes[field] !== stored[field])
    .map((path) => ({ path, message: 'is read-only' }));
  if (wrong.length > 0) throw invalid(wrong, 'read_only_field');
}
