import { contentEndpoints } from './content-routes.ts';
import { createContents } from './contents.ts';
import { createCompaction } from './index/compact.ts';
import { buildSegment } from './index/segment.ts';
import { insertSegment } from './index/store.ts';
import type { SourceNeeds } from './needs.ts';
import { pairEndpoints } from './pairs/routes.ts';
import { createPairs } from './pairs/service.ts';
import { purgeJobs, sourcesOfWorkspace } from './removal/purge.ts';
import { createRemoval } from './removal/service.ts';
import * as removalStore from './removal/store.ts';
import { sourceEndpoints } from './routes.ts';
import { createRetrieval, type RetrievalNeeds } from './search/create-retrieval.ts';
import { searchEndpoints } from './search/routes.ts';
import { createSearch, type SearchNeeds } from './search/service.ts';
import { createSources } from './service.ts';
import { collectPairs, collectText } from './sync/collect.ts';
import { inProcess } from './sync/in-process.ts';
import { syncJobs } from './sync/jobs.ts';
import type { SyncNeeds } from './sync/sync.ts';
import { createReviews } from './syncs/reviews.ts';

/** Dependencies of the feature. */
type KnowledgeNeeds = SourceNeeds &
  RetrievalNeeds &
  Pick<SearchNeeds, 'findAgent'> &
  Pick<SyncNeeds, 'quotasOf' | 'onError'>;

/** Knowledge sources: what agents answer from. */
export function knowledgeFeature(needs: KnowledgeNeeds) {
  const { db, blobs } = needs;
  const extractor = inProcess;
  const reading = { db, blobs, extractor };
  const retrieval = createRetrieval(needs);
  const searches = createSearch({ ...needs, retrieval, hasVectors: needs.vectors !== undefined });
  const index: SyncNeeds['index'] = {
    segment: async (of, chunks) => insertSegment(db, { ...of, built: buildSegment(chunks) }),
  };
  const sources = createSources(needs);
  const pairs = createPairs(needs);
  const purging: removalStore.PurgeParts = {
    segments: (workspace, source) => removalStore.nextOfIndex(db, workspace, source),
    release: blobs.release,
  };
  return {
    endpoints: [
      ...sourceEndpoints({ sources, removal: createRemoval(needs), reviews: createReviews(needs) }),
      ...[...pairEndpoints(pairs), ...contentEndpoints(createContents(needs))],
      ...searchEndpoints(searches),
    ],
    /** The services, for features that add to sources. */
    sources,
    pairs,
    retrieval,
    /** The sources of a workspace, for its deletion. */
    ofWorkspace: sourcesOfWorkspace({ db, ...purging }),
    jobs: [
      createCompaction(needs).job,
      ...purgeJobs({ ...needs, ...purging }),
      ...syncJobs({
        ...{ ...needs, extractor, index, search: retrieval.searchSource },
        collectors: { text: collectText(reading), qa: collectPairs(reading) },
        embed: () => [],
      }),
    ],
  };
}
