import { type ExpressionBuilder, sql } from 'kysely';
import type { Reach } from '../../../access/actor.ts';
import { type CallEnd, type KeptCall, StaleCall } from '../../../calling/kept-calls.ts';
import type { Database } from '../../../storage/database.ts';
import { isInLiveConversation } from '../../../storage/sql/alive.ts';
import { isoTime, jsonObject, jsonText } from '../../../storage/sql/json.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { Tables, ToolCallRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

type CallColumns = ExpressionBuilder<Tables, 'tool_calls'>;

/** A call as JSON. One that was approved and hasn't started yet is `running` to its readers. */
export function callJson(db: Database, of: CallColumns) {
  const status = sql<string>`case when ${of.ref('tool_calls.status')} = 'approved' then 'running' else ${of.ref('tool_calls.status')} end`;
  return jsonObject(db, {
    _id: of.ref('tool_calls.id'),
    workspace: of.ref('tool_calls.workspace_id'),
    conversation: of.ref('tool_calls.conversation_id'),
    message: of.ref('tool_calls.message_id'),
    agent: of.ref('tool_calls.agent_id'),
    agentVersion: of.ref('tool_calls.agent_version'),
    tool: of.ref('tool_calls.tool_id'),
    name: of.ref('tool_calls.name'),
    callId: of.ref('tool_calls.call_id'),
    userId: of.ref('tool_calls.user_id'),
    arguments: jsonText(db, of.ref('tool_calls.arguments')),
    digest: of.ref('tool_calls.digest'),
    status,
    waitsFor: of.ref('tool_calls.waits_for'),
    approvers: jsonText(db, of.ref('tool_calls.approvers')),
    deadline: isoTime(db, of.ref('tool_calls.deadline')),
    decidedBy: of.ref('tool_calls.decided_by'),
    decidedAt: isoTime(db, of.ref('tool_calls.decided_at')),
    reason: of.ref('tool_calls.reason'),
    result: of.ref('tool_calls.result'),
    latencyMs: of.ref('tool_calls.latency_ms'),
    startedAt: isoTime(db, of.ref('tool_calls.started_at')),
    endedAt: isoTime(db, of.ref('tool_calls.ended_at')),
    createdAt: isoTime(db, of.ref('tool_calls.created_at')),
    updatedAt: isoTime(db, of.ref('tool_calls.updated_at')),
  });
}

const touched = (of: CallColumns, now: number) => ({ updated_at: monotonicTime(of.ref('tool_calls.updated_at'), now) });

const insertRow = prepared((db, row: ToolCallRow) => db.query.insertInto('tool_calls').values(row));

/** Stores a call. */
export const insert = (db: Database, row: ToolCallRow): Statement => statement(insertRow(db, row));

const readRows = prepared((db, args: { workspace: string; reply: string }) =>
  db.query
    .selectFrom('tool_calls')
    .selectAll()
    .where('message_id', '=', args.reply)
    .where('workspace_id', '=', args.workspace)
    .orderBy('created_at')
    .orderBy('id'),
);

/** Reads the calls of a reply in the order in which they were made. */
export const ofReply = (db: Database, workspace: string, reply: string): Promise<ToolCallRow[]> =>
  db.read(readRows(db, { workspace, reply }));

const startRow = prepared((db, args: { workspace: string; id: string; from: string; attempts: number; now: number }) =>
  db.query
    .updateTable('tool_calls')
    .set((of) => ({
      ...{ status: 'running', started_at: args.now },
      attempts: of('attempts', '+', 1),
      ...touched(of, args.now),
    }))
    .where('id', '=', args.id)
    .where('workspace_id', '=', args.workspace)
    .where('status', '=', args.from)
    .where('attempts', '=', args.attempts),
);

const stale = () => new StaleCall('The call has changed meanwhile.');

/** Starts a call as it was read; throws a `StaleCall` if it has changed. */
export const start = (
  db: Database,
  workspace: string,
  { id, status: from, attempts, now }: Pick<KeptCall, 'id' | 'status' | 'attempts'> & { readonly now: number },
): Statement => one(startRow(db, { workspace, id, from, attempts, now }), stale);

/** Lets a call that was approved wait for the caller's code; throws a `StaleCall` if it has changed. */
export const ask = (
  db: Database,
  workspace: string,
  { id, deadline, now }: { readonly id: string; readonly deadline: number; readonly now: number },
): Statement =>
  one(
    db.query
      .updateTable('tool_calls')
      .set((of) => ({ status: 'waiting', waits_for: 'result', deadline, ...touched(of, now) }))
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('status', '=', 'approved'),
    stale,
  );

interface Ended {
  readonly workspace: string;
  readonly id: string;
  readonly from: readonly string[];
  readonly status: string;
  readonly result: string;
  readonly latencyMs: number | null;
  readonly now: number;
}

const endRow = prepared((db, args: Ended) =>
  db.query
    .updateTable('tool_calls')
    .set((of) => ({
      ...{ status: args.status, result: args.result, latency_ms: args.latencyMs, ended_at: args.now },
      ...touched(of, args.now),
    }))
    .where('id', '=', args.id)
    .where('workspace_id', '=', args.workspace)
    .where('status', 'in', args.from),
);

/** Stores what a call came to; throws `orElse`, by default a `StaleCall`, if it isn't as it must be. */
export const end = (
  db: Database,
  workspace: string,
  ended: Omit<CallEnd, 'tool'> & { readonly now: number },
  orElse = stale,
): Statement => one(endRow(db, { workspace, ...ended }), orElse);

const dropRows = prepared((db, args: { workspace: string; reply: string; now: number }) =>
  db.query
    .updateTable('tool_calls')
    .set((of) => ({
      status: sql<string>`case when ${of.ref('status')} = 'running' then 'unknown' else 'expired' end`,
      ended_at: args.now,
      ...touched(of, args.now),
    }))
    .where('message_id', '=', args.reply)
    .where('workspace_id', '=', args.workspace)
    .where('status', 'in', ['waiting', 'approved', 'running']),
);

/** Ends what still waits or runs in a reply that ends. */
export const drop = (db: Database, workspace: string, reply: string, now: number): Statement =>
  statement(dropRows(db, { workspace, reply, now }));

/** Reads the calls that have ended with their reply: they came to nothing that a model could read. */
export const droppedOf = (db: Database, workspace: string, reply: string): Promise<ToolCallRow[]> =>
  db.read(
    db.query
      .selectFrom('tool_calls')
      .selectAll()
      .where('message_id', '=', reply)
      .where('workspace_id', '=', workspace)
      .where('status', 'in', ['expired', 'unknown'])
      .where('result', 'is', null)
      .orderBy('id'),
  );

/** Counts a recovery of a reply at each of its calls. */
export const recovered = (db: Database, workspace: string, reply: string): Statement =>
  statement(
    db.query
      .updateTable('tool_calls')
      .set((of) => ({ recoveries: of('recoveries', '+', 1) }))
      .where('message_id', '=', reply)
      .where('workspace_id', '=', workspace),
  );

/** A call as an operation on it needs it. */
export interface FoundCall {
  readonly json: string;
  readonly row: ToolCallRow;
  /** The `approvers` of its tool as they are now, as JSON; null if the tool is deleted. */
  readonly approversNow: string | null;
}

/** Finds a call in the workspaces within reach. */
export async function find(db: Database, reach: Reach, id: string): Promise<FoundCall | undefined> {
  if (reach.length === 0) return undefined;
  const [found] = await db.read(
    db.query
      .selectFrom('tool_calls')
      .selectAll()
      .select((of) => [
        callJson(db, of).as('json'),
        of
          .selectFrom('tools')
          .select('tools.approvers')
          .whereRef('tools.id', '=', 'tool_calls.tool_id')
          .whereRef('tools.workspace_id', '=', 'tool_calls.workspace_id')
          .as('approvers_now'),
      ])
      .where('id', '=', id)
      .where('workspace_id', 'in', reach)
      .where(isInLiveConversation(sql.ref('tool_calls.conversation_id'))),
  );
  if (found === undefined) return undefined;
  const { json, approvers_now: approversNow, ...row } = found;
  return { json, row, approversNow };
}

/** A decision of a person about a call that waits. */
export interface Decision {
  readonly id: string;
  /** `approval` or `result`. */
  readonly waitsFor: string;
  readonly columns: Partial<ToolCallRow>;
  readonly now: number;
}

/** Stores a decision about a call and returns it; throws `orElse` if it doesn't wait for it any more. */
export const decide = (
  db: Database,
  workspace: string,
  { id, waitsFor, columns, now }: Decision,
  orElse: () => Error,
): Statement<{ readonly json: string }> =>
  one(
    db.query
      .updateTable('tool_calls')
      .set((of) => ({ ...columns, ...touched(of, now) }))
      .where('id', '=', id)
      .where('workspace_id', '=', workspace)
      .where('status', '=', 'waiting')
      .where('waits_for', '=', waitsFor)
      .where((of) => of.or([of('deadline', 'is', null), of('deadline', '>', now)]))
      .returning((of) => callJson(db, of).as('json')),
    orElse,
  );
