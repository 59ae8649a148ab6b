import { type PromptMessage, textOfMessage } from '../models/model.ts';
import { answerTokensOf } from '../models/tokens.ts';
import type { MessagePart } from '../schemas/message-parts.ts';
import { hasAtMost } from '../text/truncate.ts';
import { doneIn, messagesOf, type PastMessage } from './messages.ts';

/** The share of the room that is used: tokens are estimated. */
const margin = 0.9;

/** The tokens of a message besides its text: its role and its separators. */
const perMessage = 4;

/** Limits of what a model reads of a conversation. */
export interface Reads {
  /** Max characters of a user's message; of a longer one it reads beginning and end, and how much was left out. */
  readonly characters: number;
  /** Max tokens of the messages before the newest one; null for as many as fit. */
  readonly historyTokens: number | null;
}

/** The room for a prompt. */
export interface Budget {
  /** Max tokens of prompt and reply together. */
  readonly contextTokens: number;
  estimate(text: string): number;
  /** True if the prompt may contain tool calls; by default only their texts are taken. */
  readonly withTools?: boolean;
  /** The messages after these: the steps of the reply so far. */
  readonly steps?: readonly PromptMessage[];
  /** By default all that fits is read. */
  readonly reads?: Reads | undefined;
}

/** Chooses the messages of a prompt. It takes them from the newest to the oldest until it is full. */
export interface Window {
  /** Takes the next older message; false if there is no room for it, so that it and all older ones stay out. */
  take(message: PastMessage): boolean;
  /** The messages that were taken, oldest first. */
  messages(): readonly PromptMessage[];
}

/**
 * Fits a conversation into a model's context. The system prompt is always whole, and so is the newest message unless
 * `reads` cuts it; then come as many of the older messages as there is room for. A message of a person who has taken over counts as the agent's. A
 * reply that called tools is taken with its calls, or else without them.
 */
export function createWindow(
  system: string,
  { contextTokens, estimate, withTools = false, steps = [], reads }: Budget,
): Window {
  const costOf = (messages: readonly PromptMessage[]) =>
    messages.reduce((sum, message) => sum + estimate(textOfMessage(message)) + perMessage, 0);
  let left = (contextTokens - answerTokensOf(contextTokens)) * margin - estimate(system) - perMessage - costOf(steps);
  let older = reads?.historyTokens ?? Number.POSITIVE_INFINITY;
  const taken: (readonly PromptMessage[])[] = [];
  return {
    take: (stored) => {
      const message = reads === undefined ? stored : cut(stored, reads.characters);
      const forms = taken.length === 0 ? [[textOf(message)]] : formsOf(message, withTools);
      // A reply without text: some providers refuse a prompt with an empty message.
      if (forms.length === 0) return true;
      for (const form of forms) {
        const cost = costOf(form);
        if (taken.length > 0 && cost > Math.min(left, older)) continue;
        left -= cost;
        if (taken.length > 0) older -= cost;
        taken.push(form);
        return true;
      }
      return false;
    },
    messages: () => [...withoutLeadingReplies(taken.toReversed().flat()), ...steps],
  };
}

/** The share of a message that is read of its beginning; the rest is its end, where often the question is. */
const beginning = 0.75;

/** A message as far as it is read, which the model is told. */
function cut(message: PastMessage, characters: number): PastMessage {
  const { role, content } = message;
  if (role !== 'user' || hasAtMost(content, characters)) return message;
  const all = [...content];
  const end = Math.floor(characters * beginning);
  const start = all.length - (characters - end);
  const left = `[${(start - end).toLocaleString('en-US')} characters were left out here.]`;
  return { ...message, content: `${all.slice(0, end).join('')}\n${left}\n${all.slice(start).join('')}` };
}

/** The messages that can stand for a stored one in a prompt, the most complete first. */
function formsOf(message: PastMessage, withTools: boolean): PromptMessage[][] {
  const { content, parts, status } = message;
  if (status !== 'complete') return withTools ? nonEmpty(doneIn(parts ?? '[]', status)) : [];
  const plain = content.trim() === '' ? [] : [[textOf(message)]];
  if (!withTools || parts === null) return plain;
  return [messagesOf(JSON.parse(parts) as MessagePart[]), ...plain];
}

const nonEmpty = (messages: PromptMessage[]) => (messages.length === 0 ? [] : [messages]);

const textOf = ({ role, content }: PastMessage): PromptMessage => ({
  role: role === 'user' ? 'user' : 'assistant',
  content,
});

/** Some providers want the first message to be the user's; a reply without its question says little anyway. */
function withoutLeadingReplies(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const first = messages.findIndex(({ role }) => role === 'user');
  return messages.slice(Math.max(0, first));
}
