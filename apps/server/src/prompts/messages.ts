import type { PromptMessage } from '../models/model.ts';
import type { MessagePart, ToolCallPart, ToolResultPart } from '../schemas/message-parts.ts';

/** A message as it goes into a prompt. */
export interface PastMessage {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  /** The JSON of its parts; null if it has no tool calls. */
  readonly parts: string | null;
  readonly createdAt: number;
}

/** Separates the text of a step from that of the step before; it is text of the reply, too. */
export const separator = '\n\n';

/**
 * Returns a reply as messages of a prompt: for each step what the model said and called, and the results. A call
 * without a result is left out, as providers refuse it.
 */
export function messagesOf(parts: readonly MessagePart[]): PromptMessage[] {
  const results = new Map(parts.flatMap((part) => (part.type === 'tool-result' ? [[part.callId, part]] : [])));
  return stepsOf(parts).flatMap(({ text, calls }, index): PromptMessage[] => {
    const content = index > 0 && text.startsWith(separator) ? text.slice(separator.length) : text;
    const answered = calls.flatMap((call) => {
      const result = results.get(call.callId);
      return result === undefined ? [] : [{ call, result }];
    });
    if (answered.length === 0) return content.trim() === '' ? [] : [{ role: 'assistant', content }];
    return [
      { role: 'assistant', content, calls: answered.map(({ call }) => toCall(call)) },
      { role: 'tool', results: answered.map(({ result }) => toResult(result)) },
    ];
  });
}

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
    if (part.type === 'citation' || part.type === 'reasoning') continue;
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
