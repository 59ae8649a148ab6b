import type { CallOutcome, MessagePart } from '../schemas/message-parts.ts';
import { unknownOutcome } from '../tools/unknown-outcome.ts';
import type { ToolOutput } from './aids.ts';
import {
  type CallEnd,
  type CallingReply,
  type CallKeeper,
  type KeptCall,
  type MadeCall,
  StaleCall,
} from './kept-calls.ts';
import type { VisibleTools } from './visible-tools.ts';

/** Max attempts at a call that may run twice, if crashes hide its outcome. */
const maxAttempts = 3;

/** True if a call that was just made waits before anything happens. */
export const waitingOf = ({ rules: { needsApproval, answeredBy } }: MadeCall): boolean =>
  needsApproval || answeredBy === 'client';

/** True for the failure of a unit because a person has decided about a call meanwhile. */
export const isStale = (error: unknown): boolean => error instanceof StaleCall;

/** The result of a call, for its part. */
interface Answered {
  readonly call: Pick<KeptCall, 'callId' | 'name'>;
  readonly output: ToolOutput;
  readonly status: CallOutcome;
}

/** A call that ends without running; no part says so if approval is asked again. */
interface EndingCall extends CallEnd {
  readonly part: Answered | undefined;
}

/** A call that waits for the caller's code until a time. */
interface AskedCall {
  readonly id: string;
  readonly deadline: number;
}

/** The next steps for the calls of a reply without a result. */
export interface OpenCalls {
  /** Calls whose row says what they came to. */
  readonly answered: readonly Answered[];
  /** Calls that end now, without running. */
  readonly ends: readonly EndingCall[];
  /** Calls that run now. */
  readonly starts: readonly KeptCall[];
  /** Calls for which approval is asked again, as rows of their own. */
  readonly again: readonly MadeCall[];
  /** Calls that were approved, and wait for the caller's code from now on. */
  readonly asked: readonly AskedCall[];
  /** True if some wait. */
  readonly waits: boolean;
}

/** The facts that decide about open calls, besides their rows. */
interface Known {
  readonly parts: readonly MessagePart[];
  readonly visible: VisibleTools;
  readonly keeper: CallKeeper;
  readonly about: CallingReply;
  readonly now: number;
}

/** Texts that the model reads in place of a result. */
const words = {
  denied: (reason: string | null) =>
    `A person refused this call, so it did not run.${reason === null ? '' : ` Their reason: ${reason}`}`,
  expired: 'This call was not decided in time, so it did not run.',
  unanswered: 'The call was not answered in time.',
  unknown: `The server stopped while this call ran. ${unknownOutcome}`,
  removed: 'The tool was removed, or is no longer the agent’s, so the call did not run.',
  again: 'The tool, the agent or the arguments’ check changed after the approval, so approval is asked again.',
} as const;

const ended = (call: KeptCall, status: CallOutcome, content: string) => ({
  ...{ id: call.id, tool: call.tool, from: [call.status], status, result: content, latencyMs: null },
  part: { call, output: { content, isError: true }, status },
});

/** Decides what becomes of each call of a reply that has no result yet. */
export function settled(rows: readonly KeptCall[], known: Known): OpenCalls {
  const done = new Set(known.parts.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : [])));
  // A call that was asked again has several rows: the last one counts.
  const open = [...new Map(rows.map((row) => [row.callId, row])).values()].filter(({ callId }) => !done.has(callId));
  const found: Found = { answered: [], ends: [], starts: [], again: [], asked: [], waits: false };
  for (const call of open) {
    const { status } = call;
    if (status === 'waiting') settleWaiting(call, known, found);
    else if (status === 'approved') settleApproved(call, known, found);
    else if (status !== 'running') found.answered.push({ call, status, output: outputOf(call, status) });
    else if (mayRepeat(call, known)) found.starts.push(call);
    else found.ends.push(ended(call, 'unknown', words.unknown));
  }
  return found;
}

/** True if a call whose outcome a crash has hidden runs again: nothing that it is bound to has changed since. */
function mayRepeat({ idempotent, attempts, name, tool, arguments: given, digest }: KeptCall, known: Known): boolean {
  const rules = known.visible.find(name)?.rules;
  if (!idempotent || attempts >= maxAttempts || rules?.tool !== tool) return false;
  return known.keeper.digestOf(known.about, { arguments: given, rules }) === digest;
}

/** The decisions so far. */
type Found = { -readonly [Name in Exclude<keyof OpenCalls, 'waits'>]: OpenCalls[Name][number][] } & { waits: boolean };

function settleWaiting(call: KeptCall, { now }: Known, found: Found): void {
  const { deadline, waitsFor } = call;
  if (deadline === null || deadline > now) found.waits = true;
  else found.ends.push(ended(call, 'expired', waitsFor === 'result' ? words.unanswered : words.expired));
}

/** An approval is bound to a digest: if that would be another one now, approval is asked again. */
function settleApproved(call: KeptCall, { visible, keeper, about, now }: Known, found: Found): void {
  const { id, callId, name, step, arguments: given } = call;
  const tool = visible.find(name);
  const rules = tool?.rules;
  if (rules?.tool !== call.tool) {
    found.ends.push(ended(call, 'failed', words.removed));
    return;
  }
  // The schema may be another one since.
  const problem = tool?.problemOf?.(given);
  if (problem !== undefined) {
    found.ends.push(ended(call, 'failed', problem));
    return;
  }
  const isSame = keeper.digestOf(about, { arguments: given, rules }) === call.digest;
  if (isSame && rules.answeredBy === 'server') {
    found.starts.push(call);
    return;
  }
  found.waits = true;
  if (isSame) found.asked.push({ id, deadline: now + rules.waitMs });
  else {
    found.ends.push({ ...ended(call, 'expired', words.again), part: undefined });
    found.again.push({
      ...{ id: keeper.newId(), callId, name, step, arguments: given },
      rules: { ...rules, needsApproval: true },
    });
  }
}

/** The result that a row has. */
function outputOf({ result, reason, waitsFor }: KeptCall, status: CallOutcome): ToolOutput {
  if (status === 'denied') return { content: words.denied(reason), isError: true };
  if (status === 'completed') return { content: result ?? '' };
  const known = { expired: waitsFor === 'result' ? words.unanswered : words.expired, unknown: words.unknown };
  return { content: result ?? (status === 'failed' ? '' : known[status]), isError: true };
}
