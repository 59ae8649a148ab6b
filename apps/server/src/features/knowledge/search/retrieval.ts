import type { Embedder } from '../../../models/embeddings/embeddings.ts';
import type { ModelLimits } from '../../../models/limits.ts';
import { createRetrieval } from '../../../retrieval/create-retrieval.ts';
import { createRerank, type RerankModels } from '../../../retrieval/rerank/rerank.ts';
import type { Retrieval } from '../../../retrieval/retrieval.ts';
import { idleVectorJobs } from '../../../retrieval/vectors/job.ts';
import { createVectors, type VectorNeeds } from '../../../retrieval/vectors/vectors.ts';

/** Dependencies of searches. */
export interface KnowledgeRetrievalNeeds extends Omit<VectorNeeds, 'embedder' | 'limits'> {
  readonly models: RerankModels & {
    readonly embedder: Embedder | undefined;
    readonly limits: Pick<ModelLimits, 'embedQuestion' | 'loadVectors'>;
  };
  /** Searches in place of our own, for tests. */
  readonly retrieval?: Retrieval | undefined;
}

/**
 * Creates the search for passages: by words and n-grams, by vectors if an embedding model is set, and reranked by an
 * agent's model.
 */
export function createKnowledgeRetrieval(needs: KnowledgeRetrievalNeeds) {
  const { db, models } = needs;
  const { embedder, limits: waits } = models;
  const limits = { queryMs: waits.embedQuestion, loadMs: waits.loadVectors };
  const vectors = embedder && createVectors({ ...needs, embedder, limits });
  const retrieval = needs.retrieval ?? createRetrieval({ db, vectors, rerank: createRerank(models) });
  return {
    retrieval,
    hasVectors: vectors !== undefined,
    /** Returns the statements that have a source embedded. */
    embed: (workspace: string, source: string) =>
      vectors === undefined ? [] : [vectors.embedStatement(workspace, source)],
    jobs: vectors?.jobs ?? idleVectorJobs,
    close: async (): Promise<void> => vectors?.close(),
  };
}
