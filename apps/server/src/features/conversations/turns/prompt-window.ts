import type { PromptMessage } from '../../../models/model.ts';
import { answerTokensOf } from '../../../models/tokens.ts';
import type { PastMessage } from './prompt-store.ts';

/** The share of the room that is used: tokens are estimated. */
const margin = 0.9;

/** The tokens of a message besides its text: its role and its separators. */
const perMessage = 4;

/** The room for a prompt. */
export interface Budget {
  /** Max tokens of prompt and reply together. */
  readonly contextTokens: number;
  estimate(text: string): number;
}

/** Chooses the messages of a prompt. It takes them from the newest to the oldest until it is full. */
export interface Window {
  /** Takes the next older message; false if there is no room for it, so that it and all older ones stay out. */
  take(message: PastMessage): boolean;
  /** The messages that were taken, oldest first. */
  messages(): readonly PromptMessage[];
}

/**
 * Fits a conversation into a model's context. The system prompt and the newest message are always whole; then come as
 * many of the older messages as there is room for. A message of a person who has taken over counts as the agent's.
 */
export function createWindow(system: string, { contextTokens, estimate }: Budget): Window {
  let left = (contextTokens - answerTokensOf(contextTokens)) * margin - estimate(system) - perMessage;
  const taken: PromptMessage[] = [];
  return {
    take: ({ role, content }) => {
      // A reply without text: some providers refuse a prompt with an empty message.
      if (taken.length > 0 && content.trim() === '') return true;
      const cost = estimate(content) + perMessage;
      if (taken.length > 0 && cost > left) return false;
      left -= cost;
      taken.push({ role: role === 'user' ? 'user' : 'assistant', content });
      return true;
    },
    messages: () => withoutLeadingReplies(taken.toReversed()),
  };
}

/** Some providers want the first message to be the user's; a reply without its question says little anyway. */
function withoutLeadingReplies(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const first = messages.findIndex(({ role }) => role === 'user');
  return messages.slice(Math.max(0, first));
}
