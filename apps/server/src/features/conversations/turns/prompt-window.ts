import type { PromptMessage } from '../../../models/model.ts';
import { answerTokensOf } from '../../../models/tokens.ts';
import type { PastMessage } from './prompt-store.ts';

/** Tokens are estimated, so some of them are left over. */
const margin = 0.9;

/** What each message costs beside its text, in tokens: its role and what separates it. */
const perMessage = 4;

/** What the prompt may cost. */
export interface Budget {
  /** The tokens that prompt and answer may have together. */
  readonly contextTokens: number;
  estimate(text: string): number;
}

/** Chooses what a model is told; given the messages from the newest to the oldest, until it says that it is full. */
export interface Window {
  /** Takes the next older message; false where it and all that are older stay out. */
  take(message: PastMessage): boolean;
  /** What was taken, the oldest first. */
  messages(): readonly PromptMessage[];
}

/**
 * Fits a conversation into a model's context: the system prompt always whole, the message to be answered always whole,
 * then as many of the newest messages as there is room for. The oldest turns go first. What a person said in the
 * agent's place counts as said by the agent.
 */
export function createWindow(system: string, { contextTokens, estimate }: Budget): Window {
  let left = (contextTokens - answerTokensOf(contextTokens)) * margin - estimate(system) - perMessage;
  const taken: PromptMessage[] = [];
  return {
    take: ({ role, content }) => {
      // An answer that never came to words: some providers refuse a prompt with a message that says nothing.
      if (taken.length > 0 && content.trim() === '') return true;
      const cost = estimate(content) + perMessage;
      if (taken.length > 0 && cost > left) return false;
      left -= cost;
      taken.push({ role: role === 'user' ? 'user' : 'assistant', content });
      return true;
    },
    messages: () => withoutLeadingAnswers(taken.toReversed()),
  };
}

/** Some providers want the first message to be the user's; an answer whose question is left out says little anyway. */
function withoutLeadingAnswers(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const first = messages.findIndex(({ role }) => role === 'user');
  return messages.slice(Math.max(0, first));
}
