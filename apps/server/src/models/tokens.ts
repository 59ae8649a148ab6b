import { estimateTokenCount } from 'tokenx';
import { type ModelRequest, type TokenUsage, textOfMessage } from './model.ts';

/** The share of a model's context that is reserved for its reply, and the max reserved tokens. */
const answerShare = 0.25;
const maxAnswerTokens = 8_000;

/** Returns the tokens of a context that are reserved for the reply; prompts must leave them free. */
export const answerTokensOf = (contextTokens: number): number =>
  Math.floor(Math.min(contextTokens * answerShare, maxAnswerTokens));

/** Estimates the tokens of a text. Each model counts differently; this needs no vocabulary of theirs. */
export const estimateTokens = (text: string): number => estimateTokenCount(text);

/** Estimates the usage of a request and its reply, if the provider doesn't report it. */
export function estimateUsage({ system, messages }: Pick<ModelRequest, 'system' | 'messages'>, answer: string) {
  const texts = [system, ...messages.map(textOfMessage)];
  const inputTokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  return { inputTokens, outputTokens: estimateTokens(answer) } satisfies TokenUsage;
}
