import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../errors.ts';
import { changesOf, type Field } from '../../events/changes.ts';
import type { FieldChange } from '../../events/happening.ts';
import type { StoredChanges } from '../../storage/changes/stored-changes.ts';
import { readOnlyFields, type Tool, type ToolChanges } from './schema.ts';

/** Throws `read_only_field` unless fields that the service owns echo the stored values. */
export function checkReadOnly(tool: Tool, changes: ToolChanges): void {
  const wrong = readOnlyFields.filter(
    (field) => changes[field] !== undefined && !isDeepStrictEqual(changes[field], tool[field]),
  );
  if (wrong.length > 0)
    throw invalid(
      wrong.map((path) => ({ path, message: 'is read-only' })),
      'read_only_field',
    );
}

/** The fields of a tool that a caller sets, without its secrets. */
export type ToolFields = Omit<Tool, (typeof readOnlyFields)[number]>;

/** Merges the fields of a change into those of a tool. */
export const mergeFields = (tool: ToolFields, changes: ToolChanges): ToolFields => ({
  name: changes.name ?? tool.name,
  description: changes.description ?? tool.description,
  inputSchema: changes.inputSchema === undefined ? tool.inputSchema : changes.inputSchema,
  settings: changes.settings ?? tool.settings,
  auth: changes.auth ?? tool.auth,
  timeoutMs: changes.timeoutMs ?? tool.timeoutMs,
  idempotent: changes.idempotent ?? tool.idempotent,
  approvers: changes.approvers ?? tool.approvers,
  approvalSeconds: changes.approvalSeconds ?? tool.approvalSeconds,
});

/** The columns of the fields of a tool. */
export const columnsOf = (tool: ToolFields) => ({
  name: tool.name,
  description: tool.description,
  input_schema: tool.inputSchema === null ? null : JSON.stringify(tool.inputSchema),
  settings: JSON.stringify(tool.settings),
  auth: tool.auth,
  timeout_ms: tool.timeoutMs,
  idempotent: tool.idempotent ? 1 : 0,
  approvers: JSON.stringify(tool.approvers),
  approval_ms: tool.approvalSeconds * 1_000,
});

type Changes = readonly FieldChange[] | StoredChanges | undefined;

/** The changes of a tool for its event: each setting is a field, and secrets are only named. */
export function changedFields(
  workspace: string,
  { before, after }: { readonly before: ToolFields; readonly after: ToolFields },
  secrets: readonly string[],
): Changes {
  const { settings: was, ...first } = before;
  const { settings: is, ...second } = after;
  const names = Object.keys(first) as (keyof typeof first)[];
  const settings = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const fields: readonly Field[] = [
    ...names.map((field) => ({ field, before: first[field], after: second[field] })),
    ...settings.map((field) => ({ field: `settings.${field}`, before: was[field], after: is[field] })),
  ];
  return changesOf(
    workspace,
    fields,
    secrets.map((name) => `secrets.${name}`),
  );
}
