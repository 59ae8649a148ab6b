import { createRetrieval, type RetrievalNeeds } from './search/create-retrieval.ts';
import { searchEndpoints } from './search/routes.ts';
import { createSearch, type SearchNeeds } from './search/service.ts';

/** Dependencies of the feature. */
export type KnowledgeFeatureNeeds = RetrievalNeeds & Pick<SearchNeeds, 'findAgent'>;

/** Knowledge sources: for now, the search in them. */
export function knowledgeFeature(needs: KnowledgeFeatureNeeds) {
  const retrieval = createRetrieval(needs);
  const searches = createSearch({ ...needs, retrieval, hasVectors: needs.vectors !== undefined });
  return { endpoints: searchEndpoints(searches), retrieval };
}
