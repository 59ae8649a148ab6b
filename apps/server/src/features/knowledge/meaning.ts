import type { Embedder } from '../../models/embeddings.ts';
import type { Database } from '../../storage/database.ts';
import type { Job } from '../../storage/jobs/kind.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import type { Statement } from '../../storage/unit.ts';
import { createRerank, type RerankModels } from './rerank/rerank.ts';
import { idleVectorJobs } from './vectors/job.ts';
import { createVectors } from './vectors/vectors.ts';

/** Dependencies of what searches need of models. */
export interface MeaningNeeds {
  readonly db: Database;
  readonly enqueue: Enqueue;
  readonly models: RerankModels & { readonly embedder?: Embedder | undefined };
  onError(error: unknown): void;
}

/** Creates what searches need of models: vectors, if an embedding model is set, and an order by an agent's own model. */
export function createMeaning({ db, enqueue, models, onError }: MeaningNeeds) {
  const { embedder } = models;
  const vectors = embedder && createVectors({ db, enqueue, embedder, onError });
  return {
    vectors,
    rerank: createRerank(models),
    jobs: vectors?.jobs ?? (idleVectorJobs satisfies readonly Job[]),
    /** The statements that have the chunks of a new version embedded, for the unit of work of the swap. */
    embed: (workspace: string, source: string): readonly Statement[] =>
      vectors === undefined ? [] : [vectors.embedStatement(workspace, source)],
    close: async (): Promise<void> => vectors?.close(),
  };
}
