import type { AgentHandover, ToolEffect } from '../calling/aids.ts';
import type { CallEnd, CallingReply, KeptCall, MadeCall } from '../calling/kept-calls.ts';
import { isStale, type OpenCalls, settled, waitingOf } from '../calling/settling.ts';
import type { PendingCall, RanCall, RunnableCall, ToolCalls } from '../calling/tool-calls.ts';
import type { VisibleTools } from '../calling/visible-tools.ts';
import { TurnPause } from '../replies/live-reply.ts';
import { partsOf } from '../replies/reply-body.ts';
import type { ApprovalRequestedPart } from '../schemas/message-parts.ts';
import type { Statement } from '../storage/unit.ts';
import type { TurnRequest, WriterNeeds, Writing } from './turn.ts';
import { retryUnavailable } from './unavailable.ts';

/** Max times that the calls of a reply are read again because a person has decided meanwhile. */
const maxReads = 10;

/** The calls of a reply under way. */
export interface Calling extends Writing {
  readonly toolCalls: ToolCalls;
  readonly visible: VisibleTools;
}

/** A turn that calls tools. */
export interface CallingTurn {
  readonly needs: WriterNeeds;
  readonly request: TurnRequest;
  readonly calling: Calling;
}

/**
 * Runs the calls of a step. Each is stored before it runs, as a row of its own, and its result before the model sees
 * it. Throws a `TurnPause` if some of them wait. Returns the agent to which the reply is handed over, if it is.
 */
export async function runCalls(
  { needs, request, calling }: CallingTurn,
  calls: readonly PendingCall[],
  step: number,
): Promise<AgentHandover | undefined> {
  const { aids, now } = needs;
  const { reply, toolCalls } = calling;
  const made = aids?.calls === undefined ? [] : toolCalls.made(calls, step);
  if (made.length > 0) calling.counted.hasCalls = true;
  const time = now();
  const waiting = made.filter(waitingOf);
  for (const call of waiting) if (call.rules.needsApproval) reply.add(requestOf(call, time));
  await store(needs, calling, aids?.calls?.begin(callingReply(request), made, time) ?? []);
  for (const call of calls) if (call.problem !== undefined) reply.add(toolCalls.refused(call));
  const waits = new Set(waiting.map(({ callId }) => callId));
  const runs = calls.filter(({ part, problem }) => problem === undefined && !waits.has(part.callId));
  const handover = await runAll({ needs, request, calling, waits: waiting.length > 0 }, runs.map(runnableOf));
  if (waiting.length > 0) throw new TurnPause();
  return handover;
}

const runnableOf = ({ part: { toolCall: id, ...part }, rules }: PendingCall): RunnableCall => ({ ...part, id, rules });

/** Place of a reply after the calls that it has waited for. */
export interface Settled {
  /** The number of the last step. */
  readonly step: number;
  readonly handover: AgentHandover | undefined;
}

/**
 * Goes on with the calls of a reply that has waited: runs what was approved, and adds results of what was answered,
 * denied or has expired. An approved call is compared with what it would be now, and a difference asks again. Throws a
 * `TurnPause` if some still wait.
 */
export async function settleCalls({ needs, request, calling }: CallingTurn): Promise<Settled> {
  const keeper = needs.aids?.calls;
  if (keeper === undefined) return { step: 0, handover: undefined };
  const { reply, toolCalls, visible, counted } = calling;
  const about = callingReply(request);
  counted.hasCalls = true;
  toolCalls.resume(partsOf(reply.body()));
  for (let reads = 1; ; reads += 1) {
    const rows = await keeper.read(request.workspace, reply.id);
    const time = needs.now();
    const open: OpenCalls = settled(rows, { parts: partsOf(reply.body()), visible, keeper, about, now: time });
    try {
      const ends = open.ends.map(({ part: _, ...end }) => end);
      await store(needs, calling, [
        ...keeper.end(about, ends, time),
        ...open.starts.map((call) => keeper.start(request.workspace, call, time)),
        ...open.asked.map((call) => keeper.ask(request.workspace, call, time)),
        ...keeper.begin(about, open.again, time),
      ]);
    } catch (error) {
      if (!isStale(error) || reads === maxReads) throw error;
      continue;
    }
    const results = [...open.answered, ...open.ends.flatMap(({ part }) => part ?? [])];
    for (const { call, output, status } of results) reply.add(toolCalls.resultOf(call, output, status));
    for (const call of open.again) reply.add(requestOf(call, time));
    const handover = await runAll({ needs, request, calling, waits: open.waits }, open.starts.map(runnable(visible)));
    if (open.waits) throw new TurnPause();
    return { step: Math.max(0, ...rows.map(({ step }) => step)), handover };
  }
}

const runnable =
  (visible: VisibleTools) =>
  ({ id, callId, name, arguments: given }: KeptCall): RunnableCall => ({
    ...{ id, callId, name, arguments: given, rules: visible.find(name)?.rules },
  });

const callingReply = ({ workspace, conversation, replyId: reply, agent, user }: TurnRequest): CallingReply => ({
  ...{ workspace, conversation, reply, agent, user },
});

/** Runs calls and stores their results. Returns the last handover to an agent, unless other calls wait. */
async function runAll(
  { needs, request, calling, waits }: CallingTurn & { readonly waits: boolean },
  calls: readonly RunnableCall[],
): Promise<AgentHandover | undefined> {
  const { reply, toolCalls } = calling;
  const ends: CallEnd[] = [];
  const effects: ToolEffect[] = [];
  await toolCalls.run(calls, (done) => {
    const ran = waits && handoverOf(done.effect) !== undefined ? tooEarly(done, toolCalls) : done;
    reply.add(ran.part);
    ends.push(...endOf(ran));
    if (ran.effect !== undefined) effects.push(ran.effect);
  });
  reply.signal.throwIfAborted();
  const ended = needs.aids?.calls?.end(callingReply(request), ends, needs.now()) ?? [];
  await store(needs, calling, [...ended, ...effects.flatMap((effect) => needs.effectOf(request, effect))]);
  return effects.map(handoverOf).findLast((handover) => handover !== undefined);
}

const handoverOf = (effect: ToolEffect | undefined): AgentHandover | undefined =>
  typeof effect === 'object' && 'to' in effect ? effect : undefined;

/** The calls that wait are the agent's, so it must still be there when they are decided. */
const tooEarly = ({ call, latencyMs }: RanCall, { resultOf }: ToolCalls): RanCall => {
  const output = { content: 'Other calls of this step wait. Hand over when they are decided.', isError: true };
  return { call, latencyMs, effect: undefined, part: { ...resultOf(call, output), latencyMs } };
};

/** Stores the reply so far with statements about its calls. */
async function store({ checkpoint }: WriterNeeds, { reply }: Writing, more: readonly Statement[]): Promise<void> {
  await retryUnavailable(() => checkpoint(reply, more), reply.delay);
  reply.signal.throwIfAborted();
}

const endOf = ({ call: { id, rules }, part: { status, content: result }, latencyMs }: RanCall): readonly CallEnd[] =>
  id === undefined || rules === undefined
    ? []
    : [{ id, tool: rules.tool, from: ['running'], status, result, latencyMs }];

const requestOf = ({ id: toolCall, callId, name, rules }: MadeCall, now: number): ApprovalRequestedPart => ({
  ...{ type: 'approval-requested', callId, name, toolCall },
  deadline: new Date(now + rules.waitMs).toISOString(),
});
