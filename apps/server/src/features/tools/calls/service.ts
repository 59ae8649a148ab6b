import { type Actor, demand, lineOf, type Principal, reachFor, reachOf } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { Database } from '../../../storage/database.ts';
import type { AwaitedAnswer } from '../../../storage/scans/scan-queue.ts';
import type { ToolCallRow } from '../../../storage/tables.ts';
import type { Statement } from '../../../storage/unit.ts';
import { aboutCall } from './about.ts';
import { isApprover } from './approvers.ts';
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

/** A decision of a person about a call. */
interface Deciding {
  readonly decision: 'approve' | 'deny';
  readonly reason: string | undefined;
  /** Further statements of its unit of work: they run first, so what they throw is the error. */
  readonly along?: readonly Statement[];
}

/** The status that a decision sets, and its event. */
const approved = ['approved', 'tool_call.approved'] as const;
const denied = ['denied', 'tool_call.denied'] as const;

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
    const { row, approversNow } = await get(actor, id);
    demand(actor, 'conversations:write', row.workspace_id);
    if (!isApprover(actor.user.id, { approvers: row.approvers, now: approversNow })) throw notAsked();
    checkWaits(row, now());
    return row;
  };

  /**
   * Decides about a call: approved, it runs with the arguments that are stored, or waits for the caller's code from now
   * on; denied, it never runs, and the model reads why. Of two decisions at the same time, one is refused.
   */
  const decide = async (actor: Principal, id: string, { decision, reason, along }: Deciding): Promise<string> => {
    const row = await getToDecide(actor, id);
    const { workspace_id: workspace, message_id: reply } = row;
    const time = now();
    const [status, type] = decision === 'approve' ? approved : denied;
    const columns = {
      ...{ status, decided_by: actor.user.id, decided_at: time, reason: reason ?? null },
      ...(decision === 'deny' && { ended_at: time }),
    };
    const { decided } = await db.write({
      along,
      decided: store.decide(db, workspace, { id, waitsFor: 'approval', columns, now: time }, decidedAlready),
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

    decide,
  };
}

const notFound = () => new AppError('tool_call_not_found', 'There is no such tool call.');

const notAsked = () =>
  new AppError('not_an_approver', 'You are not among those who are asked about this tool call.', {
    hint: 'The `approvers` of its tool say who is.',
  });
