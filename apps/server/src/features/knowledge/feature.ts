import { contentEndpoints } from './content-routes.ts';
import { createContents } from './contents.ts';
import type { SourceNeeds } from './needs.ts';
import { pairEndpoints } from './pairs/routes.ts';
import { createPairs } from './pairs/service.ts';
import { purgeJobs, sourcesOfWorkspace } from './removal/purge.ts';
import { createRemoval } from './removal/service.ts';
import * as removalStore from './removal/store.ts';
import { sourceEndpoints } from './routes.ts';
import { createSources } from './service.ts';
import { collectPairs, collectText } from './sync/collect.ts';
import { inProcess } from './sync/in-process.ts';
import { syncJobs } from './sync/jobs.ts';
import type { SyncNeeds } from './sync/sync.ts';
import { createReviews } from './syncs/reviews.ts';

/** Dependencies of the feature. */
type KnowledgeNeeds = SourceNeeds & Pick<SyncNeeds, 'quotasOf' | 'onError'>;

/** Knowledge sources: what agents answer from. */
export function knowledgeFeature(needs: KnowledgeNeeds) {
  const { db, blobs } = needs;
  const extractor = inProcess;
  const reading = { db, blobs, extractor };
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
    ],
    /** The services, for features that add to sources. */
    sources,
    pairs,
    /** The sources of a workspace, for its deletion. */
    ofWorkspace: sourcesOfWorkspace({ db, ...purging }),
    jobs: [
      ...purgeJobs({ ...needs, ...purging }),
      ...syncJobs({
        ...{ ...needs, extractor, index: undefined, search: undefined },
        collectors: { text: collectText(reading), qa: collectPairs(reading) },
        embed: () => [],
      }),
    ],
  };
}
