import { type ErrorDetail, invalid } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import { targetsOf } from '../../tools/builtin/builtin.ts';
import type { Values } from '../../tools/kind.ts';
import { kindOf, type ToolType, toolTypes } from '../../tools/kinds.ts';
import { checkSchema } from '../../tools/schemas/check-schema.ts';
import type { CreateCheck } from './needs.ts';
import * as store from './store.ts';

/** Max bytes of the settings of a tool as JSON; those of `mcp` have the definitions of a whole server. */
const settingsBytes = (type: ToolType) => (type === 'mcp' ? 512 : 64) * 1024;

/** The parts of a tool that a kind checks. */
export interface Checked {
  readonly type: ToolType;
  readonly inputSchema: Values | null;
  readonly settings: Values;
  readonly secretNames: readonly string[];
}

/** Checks a tool by its kind, and returns its settings with the defaults of those that are left out. */
export type CheckTool = (tool: Checked) => Values;

/** Creates the check of tools by their kinds. It throws `validation_failed`. */
export function createCheckTool(createCheck: CreateCheck): CheckTool {
  const checks = new Map(toolTypes.map((type) => [type, createCheck(kindOf(type).settings, 'settings')]));
  return ({ type, inputSchema, secretNames, ...given }) => {
    const kind = kindOf(type);
    const settings: Record<string, unknown> = structuredClone({ ...given.settings });
    checks.get(type)?.(settings);
    const unfit = [...sizeProblems(settings, settingsBytes(type)), ...schemaProblems(inputSchema, kind.takesSchema)];
    if (unfit.length > 0) throw invalid(unfit);
    // A kind reads only a schema that is one.
    const problems = kind.problems?.({ inputSchema, settings }, secretNames) ?? [];
    if (problems.length > 0) throw invalid(problems);
    return settings;
  };
}

const sizeProblems = (settings: Values, maxSettingsBytes: number): readonly ErrorDetail[] =>
  Buffer.byteLength(JSON.stringify(settings)) > maxSettingsBytes
    ? [{ path: 'settings', message: `must be at most ${maxSettingsBytes} bytes of JSON` }]
    : [];

function schemaProblems(schema: Values | null, isTaken: boolean): readonly ErrorDetail[] {
  if (schema === null) return [];
  if (!isTaken) return [{ path: 'inputSchema', message: 'must be null: this kind of tool has its own schema' }];
  return checkSchema(schema).map(({ path, message }) => ({
    ...{ path: path === '' ? 'inputSchema' : `inputSchema.${path}`, message },
  }));
}

/** Throws `validation_failed` for accounts of end users that the kind or the settings don't allow. */
export function demandAccounts({ type, auth, settings }: { type: ToolType; auth: string; settings: Values }): void {
  if (auth !== 'end_user' || kindOf(type).accountFor?.(settings) !== undefined) return;
  const message =
    type === 'http'
      ? 'must not be end_user without settings.oauth'
      : `must not be end_user for a tool of the type ${type}`;
  throw invalid([{ path: 'auth', message }]);
}

/** Throws `validation_failed` for agents to hand over to that the workspace doesn't have; those of before may be gone. */
export async function checkTargets(
  db: Database,
  workspace: string,
  { settings, before }: { readonly settings: Values; readonly before: Values },
): Promise<void> {
  const kept = new Set(targetsOf(before).map(({ id }) => id));
  const targets = targetsOf(settings);
  const added = targets.map(({ id }) => id).filter((id) => !kept.has(id));
  const known = await store.agentsOfWorkspace(db, workspace, added);
  const details = targets.flatMap(({ id }, index): ErrorDetail[] =>
    kept.has(id) || known.has(id)
      ? []
      : [{ path: `settings.agents.${index}.id`, message: 'is not an agent of this workspace' }],
  );
  if (details.length > 0) throw invalid(details);
}

/** The approvers of a tool. */
interface Approvers {
  readonly approvers: readonly string[];
  /** The users that it has already, who may have left. */
  readonly kept: readonly string[];
}

/** Throws `validation_failed` for approvers who aren't members of the workspace. */
export async function checkApprovers(db: Database, workspace: string, { approvers, kept }: Approvers): Promise<void> {
  const added = approvers.filter((id) => !kept.includes(id));
  const known = new Set([...kept, ...(await store.membersOfWorkspace(db, workspace, added))]);
  const details = approvers.flatMap((id, index): ErrorDetail[] =>
    known.has(id) ? [] : [{ path: `approvers.${index}`, message: 'is not a member of this workspace' }],
  );
  if (details.length > 0) throw invalid(details);
}
