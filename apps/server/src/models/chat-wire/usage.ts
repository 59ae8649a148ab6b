import type { TokenUsage } from '../model.ts';
import { isObject, type Json } from './json.ts';

/** Max plausible token count; sums of such counts can be stored. */
const maxTokens = 1_000_000_000;

/**
 * Reads a count of tokens, which some servers send as text or as a fraction. Undefined for anything else and for 0: servers
 * that don't count report 0, and no prompt or text has no tokens.
 */
export function readCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  const tokens = Math.round(number);
  return tokens > 0 && tokens <= maxTokens ? tokens : undefined;
}

/** The usage of a chunk after that of the chunks before: Groq and Moonshot AI have it in places of their own. */
export function readUsage(chunk: Json, choice: Json | undefined, before: TokenUsage): TokenUsage {
  const groq = chunk['x_groq'];
  const usage = [chunk['usage'], choice?.['usage'], isObject(groq) ? groq['usage'] : undefined].find(isObject);
  if (usage === undefined) return before;
  return {
    inputTokens: readCount(usage['prompt_tokens'] ?? usage['input_tokens']) ?? before.inputTokens,
    outputTokens: readCount(usage['completion_tokens'] ?? usage['output_tokens']) ?? before.outputTokens,
  };
}
