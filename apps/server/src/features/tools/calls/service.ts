import { type Actor, demand, lineOf, type Principal, reachFor, reachOf } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { Database } from '../../../storage/database.ts';
import type { AwaitedAnswer } from '../../../storage/scans/scan-queue.ts';
import type { ToolCallRow } from '../../../storage/tables.ts';
import type { Statement } from '../../../storage/unit.ts';
import { aboutCall } from './about.ts';
import { readCalls } from './list-store.ts';
import type { ToolCallQuery } from './schema.ts';
import * as store from './store.ts';
import { checkWaits, decidedAlready } from './waits.ts';

/** Dependencies of decisions about calls. */
export interface CallNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly record: RecordEvent;
  /** Returns the statement that looks at a reply that waits, for the unit of work of a decision. */
  resume(workspace: string, reply: string): Statement;
  /** Returns the statement that shows a decision where people were asked, for its unit of work. */
  decided(call: Pick<ToolCallRow, 'id' | 'workspace_id'>): Statement;
}

export type ToolCalls = ReturnType<typeof createToolCalls>;

/** Calls of tools: read, list, approve, deny. */
export function createToolCalls({ db, now, record, resume, decided: showDecision }: CallNeeds) {
  const get = async (actor: Actor, id: string): Promise<store.FoundCall> => {
    const found = await store.find(db, reachOf(actor), id);
    if (found === undefined) throw notFound();
    return found;
  };

  /** Gets a call that the actor may decide about. */
  const getToDecide = async (actor: Principal, id: string): Promise<ToolCallRow> => {
    const { row } = await get(actor, id);
    demand(actor, 'conversations:write', row.workspace_id);
    const approvers = JSON.parse(row.approvers) as readonly string[];
    if (approvers.length > 0 && !approvers.includes(actor.user.id)) throw notAsked();
    checkWaits(row, now());
    return row;
  };

  /** Stores a decision; of two at the same time, one is refused. */
  const decide = async (
    actor: Principal,
    row: ToolCallRow,
    {
      type,
      columns,
    }: { readonly type: 'tool_call.approved' | 'tool_call.denied'; readonly columns: Partial<ToolCallRow> },
  ): Promise<string> => {
    const { id, workspace_id: workspace, message_id: reply } = row;
    const time = now();
    const decision = { decided_by: actor.user.id, decided_at: time, ...columns };
    const { decided } = await db.write({
      decided: store.decide(db, workspace, { id, waitsFor: 'approval', columns: decision, now: time }, decidedAlready),
      event: record(actor, { type, workspace, data: aboutCall(row) }),
      resume: resume(workspace, reply),
      shown: showDecision(row),
    });
    return decided.rows[0]?.json ?? '';
  };

  return {
    read: async (actor: Actor, id: string): Promise<string> => {
      const { json, row } = await get(actor, id);
      demand(actor, 'conversations:read', row.workspace_id);
      return json;
    },

    /** Finds a call of a workspace as it is stored. */
    find: async (workspace: string, id: string): Promise<ToolCallRow | undefined> =>
      (await store.find(db, [workspace], id))?.row,

    /** Reads a page as JSON text. */
    list: (actor: Actor, query: ToolCallQuery, awaited?: AwaitedAnswer): Promise<string> => {
      const reach = reachFor(actor, 'conversations:read', query.workspaceId);
      return readCalls(db, reach, { query, account: lineOf(actor), awaited });
    },

    /** Approves a call: it runs with the arguments that are stored, or waits for the caller's code from now on. */
    approve: async (actor: Principal, id: string, reason: string | undefined): Promise<string> => {
      const row = await getToDecide(actor, id);
      return decide(actor, row, {
        type: 'tool_call.approved',
        columns: { status: 'approved', reason: reason ?? null },
      });
    },

    /** Denies a call: it never runs, and the model reads why. */
    deny: async (actor: Principal, id: string, reason: string | undefined): Promise<string> => {
      const row = await getToDecide(actor, id);
      const columns = { status: 'denied', reason: reason ?? null, ended_at: now() };
      return decide(actor, row, { type: 'tool_call.denied', columns });
    },
  };
}

const notFound = () => new AppError('tool_call_not_found', 'There is no such tool call.');

const notAsked = () =>
  new AppError('not_an_approver', 'You are not among those who are asked about this tool call.', {
    hint: 'The `approvers` of its tool say who is.',
  });
