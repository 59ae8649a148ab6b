import type { PromptMessage, PromptResult } from '../models/model.ts';
import type { MessagePart, ToolCallPart, ToolResultPart } from '../schemas/message-parts.ts';

/** A message as it goes into a prompt. */
export interface PastMessage {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  /** The JSON of its parts; null if it has no tool calls. */
  readonly parts: string | null;
  /** `complete`, or how a reply ended that called tools. */
  readonly status: string;
  readonly createdAt: number;
}

/** Separates the text of a step from that of the step before; it is text of the reply, too. */
export const separator = '\n\n';

/**
 * Returns a reply as messages of a prompt: for each step what the model said and called, and the results. A call
 * without a result is left out, as providers refuse it, unless `unanswered` says what the model reads in its place.
 */
export function messagesOf(parts: readonly MessagePart[], unanswered?: string): PromptMessage[] {
  const results = new Map<string, PromptResult>(
    parts.flatMap((part) => (part.type === 'tool-result' ? [[part.callId, toResult(part)]] : [])),
  );
  return stepsOf(parts).flatMap(({ text, calls }, index): PromptMessage[] => {
    const content = index > 0 && text.startsWith(separator) ? text.slice(separator.length) : text;
    const answered = calls.flatMap((call) => {
      const { callId, name } = call;
      const open = unanswered === undefined ? undefined : { callId, name, content: unanswered, isError: true };
      const result = results.get(callId) ?? open;
      return result === undefined ? [] : [{ call, result }];
    });
    if (answered.length === 0) return content.trim() === '' ? [] : [{ role: 'assistant', content }];
    return [
      { role: 'assistant', content, calls: answered.map(({ call }) => toCall(call)) },
      { role: 'tool', results: answered.map(({ result }) => result) },
    ];
  });
}

/** The text for the model in place of the result of a call whose reply didn't end well. */
const unanswered = (status: string) =>
  status === 'requires_action'
    ? 'This call waits for the decision of a person, and has not run. Do not call it again.'
    : 'The reply ended before a result was known.';

/**
 * The work of an incomplete reply with these parts, as JSON: its steps up to the last call. The effects of
 * tools stay, so the model must know of them. Empty if it called none.
 */
export function doneIn(stored: string, status: string): PromptMessage[] {
  const parts = JSON.parse(stored) as MessagePart[];
  const last = parts.findLastIndex(({ type }) => type === 'tool-call' || type === 'tool-result');
  return messagesOf(parts.slice(0, last + 1), unanswered(status));
}

/** The work of earlier replies to the same question, oldest first. */
export const effectsOf = (replies: readonly string[]): PromptMessage[] =>
  replies.flatMap((parts) => doneIn(parts, 'failed'));

interface Step {
  text: string;
  readonly calls: ToolCallPart[];
}

/** The steps of a reply: each ends with its last result. */
function stepsOf(parts: readonly MessagePart[]): readonly Step[] {
  let step: Step = { text: '', calls: [] };
  const steps = [step];
  let hasResults = false;
  for (const part of parts) {
    if (part.type === 'citation' || part.type === 'reasoning' || part.type === 'approval-requested') continue;
    if (hasResults && part.type !== 'tool-result') {
      step = { text: '', calls: [] };
      steps.push(step);
    }
    hasResults = part.type === 'tool-result';
    if (part.type === 'text') step.text += part.text;
    else if (part.type === 'tool-call') step.calls.push(part);
  }
  return steps;
}

const toCall = ({ callId, name, arguments: given }: ToolCallPart) => ({ callId, name, arguments: given });
const toResult = ({ callId, name, content, isError }: ToolResultPart) => ({ callId, name, content, isError });
