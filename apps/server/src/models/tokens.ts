import { estimateTokenCount } from 'tokenx';
import type { ModelRequest, TokenUsage } from './model.ts';

/** The share of a model's context that is left for its answer, and the most tokens that are. */
const answerShare = 0.25;
const maxAnswerTokens = 8_000;

/** The tokens of a model's context that its answer may have: a prompt leaves room for as many. */
export const answerTokensOf = (contextTokens: number): number =>
  Math.floor(Math.min(contextTokens * answerShare, maxAnswerTokens));

/** About how many tokens a text has: each model counts otherwise, and this needs none of their vocabularies. */
export const estimateTokens = (text: string): number => estimateTokenCount(text);

/** About how many tokens a request and its answer have, for a model that doesn't say. */
export function estimateUsage({ system, messages }: Pick<ModelRequest, 'system' | 'messages'>, answer: string) {
  const inputTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(system));
  return { inputTokens, outputTokens: estimateTokens(answer) } satisfies TokenUsage;
}
