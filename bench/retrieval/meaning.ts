import type { Embedder } from '../../apps/server/src/models/embeddings/embeddings.ts';
import type { VectorSearch } from '../../apps/server/src/retrieval/create-retrieval.ts';
import { embeddable } from '../../apps/server/src/retrieval/vectors/embedding-input.ts';
import { spaceOf, writeEmbeddingState } from '../../apps/server/src/retrieval/vectors/embedding-state.ts';
import { encodeVector } from '../../apps/server/src/retrieval/vectors/encoding.ts';
import { changeNote, findMissing, putVectors } from '../../apps/server/src/retrieval/vectors/store.ts';
import { createVectors } from '../../apps/server/src/retrieval/vectors/vectors.ts';
import { embeddingOf } from '../../apps/server/testing/servers/fake-embeddings.ts';
import type { Place } from './installed.ts';

const model = 'bench/hashed';

/** Chunks that are read, embedded and stored together. */
const portion = 500;

const vectorOf = (text: string, dimensions: number) => Float32Array.from(embeddingOf(text, dimensions));

/** The tests' embedding, in this process: a hashed bag of words and of their parts, without a provider's time. */
const embedderOf = (dimensions: number): Embedder => ({
  model,
  embed: async (texts) => texts.map((text) => vectorOf(text, dimensions)),
  state: () => ({ state: 'untried' }),
});

/** Embeds every chunk of the source at version 1, and returns the search by vectors. */
export async function withMeaning<Result>(
  { db, workspace, source }: Place,
  dimensions: number,
  work: (vectors: VectorSearch) => Promise<Result>,
): Promise<Result> {
  const space = spaceOf({ model, dimensions });
  const missing = { source, version: 1, space, limit: portion };
  const failed = () => new Error('The source was changed meanwhile.');
  let done = 0;
  for (let after = -1; ; ) {
    const chunks = await findMissing(db, workspace, { ...missing, after });
    const rows = chunks.map(embeddable).map(({ number, hash, input }) => ({
      ...{ number, hash },
      vector: encodeVector(vectorOf(input, dimensions)),
    }));
    if (rows.length === 0) break;
    await db.write([putVectors(db, workspace, { source, space, rows }, failed)]);
    done += rows.length;
    after = rows.at(-1)?.number ?? after;
  }
  const to = writeEmbeddingState({ model, complete: true, dimensions, done, total: done, error: null });
  await db.write([changeNote(db, workspace, { source, from: null, to }, failed)]);
  const onError = (error: unknown) => {
    throw error;
  };
  const enqueue = () => {
    throw new Error('Everything is embedded already.');
  };
  // Loading the vectors is not measured: the first search waits for it.
  const limits = { queryMs: 2_000, loadMs: 600_000 };
  const vectors = createVectors({ db, enqueue, embedder: embedderOf(dimensions), onError, limits });
  try {
    const loaded = await vectors.search([{ id: source, version: 1 }], 'delivery', { limit: 1 });
    if ('unavailable' in loaded) throw new Error(loaded.unavailable);
    return await work(vectors);
  } finally {
    await vectors.close();
  }
}
