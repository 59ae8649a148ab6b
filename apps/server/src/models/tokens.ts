import { estimateTokenCount } from 'tokenx';
import type { ModelRequest, TokenUsage } from './model.ts';

/** About how many tokens a text has: each model counts otherwise, and this needs none of their vocabularies. */
export const estimateTokens = (text: string): number => estimateTokenCount(text);

/** About how many tokens a request and its answer have, for a model that doesn't say. */
export function estimateUsage({ system, messages }: Pick<ModelRequest, 'system' | 'messages'>, answer: string) {
  const inputTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(system));
  return { inputTokens, outputTokens: estimateTokens(answer) } satisfies TokenUsage;
}
