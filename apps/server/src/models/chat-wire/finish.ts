import { ModelError } from '../model.ts';

/** Why a reply ended, in our words. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other';

/** The words of vendors for the end of a whole reply, in lower case with `_` between words. */
const wholeReasons: Readonly<Record<FinishReason, readonly string[]>> = {
  stop: [
    ...['stop', 'eos', 'eos_token', 'end', 'end_turn', 'end_of_turn', 'stop_sequence', 'stop_token', 'finished'],
    ...['complete', 'completed', 'done', 'finish', 'finish_reason_stop', 'normal'],
  ],
  length: [
    ...['length', 'max_tokens', 'max_token', 'model_length', 'max_length', 'max_output_tokens', 'token_limit'],
    ...['max_completion_tokens', 'model_context_window_exceeded', 'context_length_exceeded'],
    'finish_reason_max_tokens',
  ],
  'content-filter': [
    ...['content_filter', 'content_filtered', 'safety', 'recitation', 'blocklist', 'prohibited_content', 'spii'],
    ...['refusal', 'sensitive', 'guardrail_intervened', 'image_safety', 'error_toxic'],
  ],
  'tool-calls': ['tool_calls', 'tool_call', 'tool_use', 'function_call'],
  other: [],
};

const whole = new Map(
  Object.entries(wholeReasons).flatMap(([reason, words]) => words.map((word) => [word, reason as FinishReason])),
);

/** The words of vendors for a reply that broke off. */
const broken = new Set([
  ...['error', 'abort', 'aborted', 'cancelled', 'canceled', 'timeout', 'network_error', 'engine_error', 'failed'],
  ...['insufficient_system_resource', 'internal_error', 'model_error', 'server_error', 'overloaded', 'interrupted'],
]);

/** The words of vendors for a reply whose call of a tool the vendor could not read. */
const malformed = new Set(['malformed_function_call', 'malformed_tool_call', 'unexpected_tool_call']);

/**
 * Reads the reason for which a reply ended, in any case; undefined if the value isn't one: it is null or empty until
 * the end. Throws a `ModelError` if the reply broke off.
 */
export function readFinish(value: unknown): FinishReason | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const word = value
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  if (broken.has(word)) {
    throw new ModelError('broken', `its provider broke the reply off (${word})`, { reason: 'unavailable' });
  }
  if (malformed.has(word)) throw new ModelError('broken', 'it called a tool in a form that its provider can’t read');
  return whole.get(word) ?? 'other';
}
