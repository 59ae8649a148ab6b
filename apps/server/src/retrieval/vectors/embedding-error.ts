import type { ModelError } from '../../models/model.ts';
import type { EmbeddingError } from './embedding-state.ts';

/** Remedies for the operator or the author, by reason. */
const cures: Readonly<Partial<Record<ModelError['reason'], string>>> = {
  authentication: 'Check the API key of the provider.',
  unknown_model: 'Check PARLEY_EMBEDDING_MODEL: the provider doesn’t have this embedding model.',
  quota_used_up: 'Raise the quota at the provider.',
  unavailable: 'Check that the provider runs and can be reached.',
  invalid_response: 'Check that the model is an embedding model, and its server.',
};

const meanwhile = 'It is tried again by itself; meanwhile the source is searched by words.';

/** Describes a failure for the source: what was wrong, and what to do. */
export const embeddingError = (model: string, { reason, message }: ModelError): EmbeddingError => ({
  code: reason,
  message: `The embedding model ${model} failed: ${message}.`,
  hint: [cures[reason], meanwhile].filter((part) => part !== undefined).join(' '),
});

/** The wait before the first retry of a failure that may pass, and of others, and the longest wait, in ms. */
const waits = { passing: 10_000, other: 10 * 60_000, longest: 60 * 60_000 } as const;

const passing: readonly ModelError['reason'][] = ['unavailable', 'rate_limited', 'timeout'];

/** The wait before a source is tried again, in ms; `failures` is how often it has failed before. */
export function retryAfter(
  { reason, retryAfter: seconds = 0 }: Pick<ModelError, 'reason' | 'retryAfter'>,
  failures: number,
): number {
  const first = passing.includes(reason) ? waits.passing : waits.other;
  return Math.min(waits.longest, Math.max(seconds * 1000, first * 3 ** Math.min(failures, 10)));
}
