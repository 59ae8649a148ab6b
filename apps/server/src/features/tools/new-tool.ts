import type { Actor } from '../../access/actor.ts';
import { workspaceMissing } from '../../access/workspace-for.ts';
import { failures } from './access.ts';
import { columnsOf } from './change.ts';
import { type CheckTool, demandAccounts } from './checks.ts';
import type { ToolNeeds } from './needs.ts';
import { type Tool, type ToolDraft, toolTimes } from './schema.ts';
import { mergeSecrets, secretColumns, type ToolSecrets } from './secrets.ts';
import * as store from './store.ts';

/** A tool to create, which was checked. */
export interface NewTool {
  readonly tool: Tool;
  readonly secrets: ToolSecrets;
}

type Needs = Pick<ToolNeeds, 'db' | 'now' | 'newId' | 'room' | 'record' | 'secrets'> & {
  readonly checkTool: CheckTool;
};

/** Creates the functions that make a tool of a draft, and the statements that store it. */
export const createInsertion = ({ db, now, newId, room, record, checkTool, ...needs }: Needs) => ({
  /** Fills in the defaults of a draft. Throws `validation_failed` if its kind refuses it. */
  build: (workspace: string, draft: Omit<ToolDraft, 'workspaceId'>): NewTool => {
    const { type, name, description, inputSchema = null } = draft;
    const secrets = mergeSecrets({}, draft.secrets ?? {});
    const secretNames = Object.keys(secrets).sort();
    const settings = checkTool({ type, inputSchema, settings: draft.settings ?? {}, secretNames });
    const { auth = 'none' } = draft;
    demandAccounts({ type, auth, settings });
    const time = new Date(now()).toISOString();
    const tool: Tool = {
      ...{ _id: newId('tool'), workspace, type, name, description, inputSchema, settings, secretNames },
      ...{ auth, timeoutMs: draft.timeoutMs ?? toolTimes.timeoutMs.default },
      // A request that only reads may be sent again (RFC 9110).
      idempotent: draft.idempotent ?? (type === 'http' && settings['method'] === 'GET'),
      ...{
        approvers: draft.approvers ?? [],
        approvalSeconds: draft.approvalSeconds ?? toolTimes.approvalSeconds.default,
      },
      ...{ createdAt: time, updatedAt: time },
    };
    return { tool, secrets };
  },

  /** The statements that store a tool, with its event and its place in the plan. */
  statements: (actor: Actor, { tool, secrets }: NewTool) => {
    const { _id: id, workspace, type, secretNames, createdAt, updatedAt, ...fields } = tool;
    const time = Date.parse(createdAt);
    const row = {
      ...{ id, workspace_id: workspace, type, version: 1, created_at: time, updated_at: time },
      ...columnsOf(fields),
      ...secretColumns(needs.secrets, id, secrets),
    };
    return {
      tool: store.insert(db, row, { onMissing: workspaceMissing, onConflict: failures.nameTaken }),
      event: record(actor, { type: 'tool.created', workspace, data: { tool: id, type } }),
      room: room('tools', { workspace }),
    };
  },
});
