import { systemIn } from '../../../access/actor.ts';
import type { CallEnd, CallingReply, CallKeeper, KeptCall, MadeCall } from '../../../calling/kept-calls.ts';
import { invalid } from '../../../errors.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { Database } from '../../../storage/database.ts';
import type { ToolCallRow } from '../../../storage/tables.ts';
import type { Statement } from '../../../storage/unit.ts';
import { canonical, digestOf } from '../../../tools/schemas/canonical.ts';
import { aboutCall } from './about.ts';
import { type DropNeeds, tellDropped } from './dropped.ts';
import * as store from './store.ts';
import { checkWaits, decidedAlready } from './waits.ts';

/** Dependencies of the keeper. */
export interface KeeperNeeds extends Pick<DropNeeds, 'enqueue'> {
  readonly db: Database;
  newId(kind: 'toolCall'): string;
  readonly record: RecordEvent;
  /** The ways in which people are asked about a call that waits for approval: each is a job, or nothing. */
  readonly asks: readonly ((call: Pick<ToolCallRow, 'id' | 'workspace_id' | 'approvers'>) => Statement | undefined)[];
}

/** The thing that a new call waits for; null if it runs at once. */
const waitsFor = ({ needsApproval, answeredBy }: MadeCall['rules']) =>
  needsApproval ? 'approval' : answeredBy === 'client' ? 'result' : null;

/** Creates what keeps the calls of turns as rows. */
export function createKeeper({ db, newId, record, enqueue, asks }: KeeperNeeds): CallKeeper {
  const digest = ({ agent, user }: CallingReply, { arguments: given, rules }: Pick<MadeCall, 'arguments' | 'rules'>) =>
    digestOf([rules.tool, rules.definition, given, agent.version, user]);

  const rowOf = (reply: CallingReply, call: MadeCall, now: number): ToolCallRow => {
    const { rules } = call;
    const waits = waitsFor(rules);
    const isRunning = waits === null;
    return {
      ...{ id: call.id, workspace_id: reply.workspace, conversation_id: reply.conversation, message_id: reply.reply },
      ...{ agent_id: reply.agent.id, agent_version: reply.agent.version, tool_id: rules.tool, name: call.name },
      ...{ call_id: call.callId, step: call.step, user_id: reply.user, arguments: canonical(call.arguments) },
      ...{ digest: digest(reply, call), status: isRunning ? 'running' : 'waiting', waits_for: waits },
      ...{ deadline: isRunning ? null : now + rules.waitMs, approvers: JSON.stringify(rules.approvers) },
      ...{ idempotent: rules.idempotent ? 1 : 0, attempts: isRunning ? 1 : 0, recoveries: 0 },
      ...{ decided_by: null, decided_at: null, reason: null, result: null, latency_ms: null },
      ...{ started_at: isRunning ? now : null, ended_at: null, created_at: now, updated_at: now },
    };
  };

  return {
    newId: () => newId('toolCall'),
    digestOf: digest,
    begin: (reply, calls, now) =>
      calls.flatMap((call) => {
        const row = rowOf(reply, call, now);
        const { workspace } = reply;
        const data = { ...aboutCall(row), waitsFor: row.waits_for ?? '' };
        const waits = record(systemIn(workspace), { type: 'tool_call.waiting', workspace, data });
        if (row.waits_for === null) return [store.insert(db, row)];
        const asked = row.waits_for === 'approval' ? asks.map((ask) => ask(row)) : [];
        return [store.insert(db, row), waits, ...asked.filter((job) => job !== undefined)];
      }),
    start: (workspace, { id, status, attempts }, now) => store.start(db, workspace, { id, status, attempts, now }),
    ask: (workspace, call, now) => store.ask(db, workspace, { ...call, now }),
    end: ({ workspace, conversation, reply: message, agent: { id: agent } }, ends: readonly CallEnd[], now) =>
      ends.flatMap(({ tool, ...ended }) => {
        const data = { toolCall: ended.id, tool, conversation, message, agent, status: ended.status };
        const event = record(systemIn(workspace), { type: 'tool_call.ended', workspace, data });
        return [store.end(db, workspace, { ...ended, now }), event];
      }),
    read: async (workspace, reply) => (await store.ofReply(db, workspace, reply)).map(toCall),
    answer: async ({ workspace, reply }, results, now) => {
      const rows = new Map((await store.ofReply(db, workspace, reply)).map((row) => [row.call_id, row]));
      return results.flatMap(({ callId, content, isError }) => {
        const row = rows.get(callId);
        if (row === undefined || row.waits_for !== 'result') throw notAwaited(callId);
        checkWaits(row, now);
        const status = isError ? 'failed' : 'completed';
        const columns = { status, result: content, ended_at: now };
        return [
          store.decide(db, workspace, { id: row.id, waitsFor: 'result', columns, now }, decidedAlready),
          record(systemIn(workspace), { type: 'tool_call.ended', workspace, data: { ...aboutCall(row), status } }),
        ];
      });
    },
    drop: (workspace, reply, now) => [store.drop(db, workspace, reply, now), tellDropped(enqueue, workspace, reply)],
    recovered: (workspace, reply) => store.recovered(db, workspace, reply),
  };
}

const notAwaited = (callId: string) =>
  invalid([{ path: 'results', message: `has ${JSON.stringify(callId)}, which waits for no result` }]);

/** The call that a row is. */
const toCall = (row: ToolCallRow): KeptCall => ({
  ...{ id: row.id, callId: row.call_id, name: row.name, tool: row.tool_id, step: Number(row.step) },
  arguments: JSON.parse(row.arguments) as KeptCall['arguments'],
  ...{ digest: row.digest, status: row.status as KeptCall['status'], waitsFor: row.waits_for as KeptCall['waitsFor'] },
  deadline: row.deadline === null ? null : Number(row.deadline),
  ...{ reason: row.reason, result: row.result, idempotent: Number(row.idempotent) === 1 },
  ...{ attempts: Number(row.attempts), recoveries: Number(row.recoveries) },
});
