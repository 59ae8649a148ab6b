import { type Embedder, embeddingBatch } from '../../models/embeddings/embeddings.ts';
import { ModelError } from '../../models/model.ts';
import { batchesOf } from './embedding-input.ts';
import { encodeVector } from './encoding.ts';

/**
 * Max numbers in a response: parsing them holds the event loop for a few ms. A model of many dimensions gets fewer
 * texts at a time.
 */
const maxNumbers = 32_768;

/** Maximum simultaneous requests for a source. */
const atOnce = 2;

/** Reasons for which a provider refuses one text, and takes others. */
const ofText: readonly ModelError['reason'][] = ['bad_request', 'content_policy', 'context_too_long'];

/** Result of embedding texts: encoded vectors by text, empty if the model refuses the text, and their dimensions. */
export interface Embedded {
  readonly vectors: ReadonlyMap<string, string>;
  readonly dimensions: number | undefined;
}

/** Embeds distinct texts in batches. Throws a `ModelError`, also if vectors differ in their dimensions. */
export async function embedAll(
  embedder: Embedder,
  inputs: readonly string[],
  { signal, dimensions: known }: { readonly signal: AbortSignal; readonly dimensions: number | undefined },
): Promise<Embedded> {
  const vectors = new Map<string, string>();
  let dimensions: number | undefined;

  const keep = (input: string, vector: Float32Array) => {
    dimensions ??= vector.length;
    if (vector.length !== dimensions) throw new ModelError('broken', 'it returned vectors of different dimensions');
    vectors.set(input, encodeVector(vector));
  };

  /** Embeds a batch; if it is refused because of a text, each text by itself. */
  const embed = async (batch: readonly string[]): Promise<void> => {
    try {
      const found = await embedder.embed(batch, { signal });
      for (const [at, input] of batch.entries()) keep(input, found[at] ?? new Float32Array());
    } catch (error) {
      if (!(error instanceof ModelError) || !ofText.includes(error.reason) || batch.length === 1) throw error;
      await separately(batch);
    }
  };

  const separately = async (batch: readonly string[]): Promise<void> => {
    let refusal: unknown;
    let taken = 0;
    for (const input of batch) {
      try {
        await embed([input]);
        taken += 1;
      } catch (error) {
        if (!(error instanceof ModelError) || !ofText.includes(error.reason)) throw error;
        refusal = error;
        vectors.set(input, '');
      }
    }
    // A provider that refuses every text refuses something else.
    if (taken === 0) throw refusal;
  };

  const texts = Math.max(1, Math.min(embeddingBatch.texts, Math.floor(maxNumbers / (known ?? 1_024))));
  const waiting = batchesOf(inputs, { ...embeddingBatch, texts });
  const work = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) await embed(batch);
  };
  const results = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return { vectors, dimensions };
}
