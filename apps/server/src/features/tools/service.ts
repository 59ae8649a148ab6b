import { type Actor, lineOf, reachFor } from '../../access/actor.ts';
import { demandConfirmed } from '../../access/confirmation.ts';
import { retryIfStale } from '../../access/retry-stale.ts';
import { workspaceFor } from '../../access/workspace-for.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { type Along, nothingAlong } from '../../storage/unit.ts';
import { failures, getTool } from './access.ts';
import { changedFields, checkReadOnly, columnsOf, mergeFields } from './change.ts';
import { type CheckTool, checkApprovers, checkTargets, demandAccounts } from './checks.ts';
import type { ToolSelection } from './list-schema.ts';
import * as listStore from './list-store.ts';
import type { Target, ToolNeeds } from './needs.ts';
import { createInsertion, type NewTool } from './new-tool.ts';
import { createRemoval } from './removal.ts';
import { readOnlyFields, type Tool, type ToolChanges, type ToolDraft } from './schema.ts';
import { changedSecrets, demandGivenAgain, mergeSecrets, openSecrets, secretColumns } from './secrets.ts';
import * as store from './store.ts';

/** A tool as JSON text, with its row's version. */
export interface VersionedTool {
  readonly json: string;
  readonly version: number;
}

/** A tool that was just created. */
export interface CreatedTool {
  readonly tool: Tool;
  readonly version: number;
}

export type Tools = ReturnType<typeof createTools>;

/** Tools: create, read, list, update, delete. */
export function createTools(needs: ToolNeeds & { readonly checkTool: CheckTool }) {
  const { db, now, record, secrets: sealing, checkTool } = needs;
  const insertion = createInsertion(needs);

  /** Gets a tool to change. Throws `version_conflict` if it has another version. */
  const getTarget = async (actor: Actor, { id, ifMatch }: Target) => {
    const found = await getTool(db, actor, { id, permission: 'agents:write' });
    if (ifMatch !== undefined && !ifMatch.includes(found.version)) throw failures.conflict(found.version);
    return { ...found, tool: JSON.parse(found.json) as Tool };
  };

  /** A tool and its secrets after a change, and what the change sets. */
  const changed = async (
    { tool, secrets: sealed, workspace }: Awaited<ReturnType<typeof getTarget>>,
    { secrets: given = {}, ...changes }: ToolChanges,
  ) => {
    const { _id: id, type } = tool;
    const before = openSecrets(sealing, id, sealed);
    const secrets = mergeSecrets(before, given);
    const merged = mergeFields(tool, changes);
    const settings = checkTool({ ...merged, type, secretNames: Object.keys(secrets) });
    demandAccounts({ type, auth: merged.auth, settings });
    demandGivenAgain({ type, from: tool.settings, to: settings }, before, given);
    await checkApprovers(db, workspace, { approvers: merged.approvers, kept: tool.approvers });
    if (type === 'builtin') await checkTargets(db, workspace, { settings, before: tool.settings });
    const after = { ...merged, settings };
    const named = changedSecrets(before, secrets);
    return {
      columns: { ...columnsOf(after), ...(named.length > 0 && secretColumns(sealing, id, secrets)) },
      changes: changedFields(workspace, { before: fieldsOf(tool), after }, named),
    };
  };

  return {
    create: async (
      actor: Actor,
      { workspaceId, ...draft }: ToolDraft,
      along: Along<CreatedTool> = nothingAlong,
    ): Promise<CreatedTool> => {
      const workspace = await workspaceFor(actor, workspaceId, needs.namesOf);
      if (draft.secrets !== undefined) demandConfirmed(actor, now());
      const made: NewTool = insertion.build(workspace, draft);
      const { tool } = made;
      await checkApprovers(db, workspace, { approvers: tool.approvers, kept: [] });
      if (tool.type === 'builtin') await checkTargets(db, workspace, { settings: tool.settings, before: {} });
      const created = { tool, version: 1 };
      await db.write({
        ...insertion.statements(actor, made),
        along: along(created),
      });
      return created;
    },

    read: async (actor: Actor, id: string): Promise<VersionedTool> => {
      const { json, version } = await getTool(db, actor, { id, permission: 'agents:read' });
      return { json, version };
    },

    /** Reads a page as JSON text. */
    list: (actor: Actor, query: ToolSelection, awaited?: AwaitedAnswer): Promise<string> =>
      listStore.readTools(db, reachFor(actor, 'agents:read', query.workspaceId), {
        ...{ query, account: lineOf(actor), awaited },
      }),

    /** Merges changes into a tool. */
    update: (actor: Actor, target: Target, sent: ToolChanges): Promise<VersionedTool> =>
      retryIfStale(target.ifMatch, async () => {
        const found = await getTarget(actor, target);
        const { tool, workspace, version } = found;
        checkReadOnly(tool, sent);
        if (sent.secrets !== undefined) demandConfirmed(actor, now());
        const { columns, changes } = await changed(found, sent);
        const fields = Object.keys(sent).filter((field) => !(readOnlyFields as readonly string[]).includes(field));
        const change = { id: target.id, version, now: now(), columns };
        const { updated } = await db.write({
          updated: store.update(db, workspace, change, {
            orElse: () => failures.conflict(),
            onConflict: failures.nameTaken,
          }),
          event: record(actor, {
            ...{ type: 'tool.updated', workspace, data: { tool: target.id, fields } },
            changes,
          }),
        });
        const [row] = updated.rows;
        if (row === undefined) throw failures.notFound();
        return { json: row.json, version: Number(row.version) };
      }),

    remove: createRemoval(needs, getTarget),
  };
}

/** The fields that a caller sets. */
const fieldsOf = ({ _id, workspace, type, secretNames, createdAt, updatedAt, ...fields }: Tool) => fields;
