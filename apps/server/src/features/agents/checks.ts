import { type Actor, may, reachOf } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import { AppError, type ErrorDetail, invalid } from '../../errors.ts';
import type { AgentChanges } from './schema.ts';
import type { AgentFacts } from './store.ts';

/** The error of an agent that was changed meanwhile; `version` is its version, if it is known. */
export const conflict = (version?: number) =>
  new AppError('version_conflict', 'The agent has been changed by another request.', {
    hint: 'Read it again, then repeat the change.',
    ...(version !== undefined && { version }),
  });

/** Fields that the server owns. */
export const readOnly = ['_id', 'workspace', 'createdAt', 'updatedAt'] as const;

/**
 * Returns the actor's only workspace, if it has the permission there. A change that needs no look at the agent then
 * finds it there, or not at all.
 */
export function onlyWorkspace(actor: Actor, permission: Permission): string | undefined {
  const [workspace, ...others] = reachOf(actor);
  return workspace !== undefined && others.length === 0 && may(actor, permission, workspace) ? workspace : undefined;
}

/** True if an update depends on the stored agent. */
export const needsLook = ({
  model,
  fallbackModels,
  knowledgeSources,
  tools,
  handover,
  ...changes
}: AgentChanges): boolean =>
  [model, fallbackModels, knowledgeSources, tools, handover, ...readOnly.map((field) => changes[field])].some(
    (value) => value !== undefined,
  );

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
