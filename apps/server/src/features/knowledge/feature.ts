import { contentEndpoints } from './contents/routes.ts';
import { createContents } from './contents/service.ts';
import { createExtractor } from './extract/extractor.ts';
import { fileEndpoints } from './files/routes.ts';
import { createFiles } from './files/service.ts';
import type { SourceNeeds } from './needs.ts';
import { pairEndpoints } from './pairs/routes.ts';
import { createPairs } from './pairs/service.ts';
import { purgeJobs, sourcesOfWorkspace } from './removal/purge.ts';
import { createRemoval } from './removal/service.ts';
import * as removalStore from './removal/store.ts';
import { sourceEndpoints } from './routes.ts';
import { createSources } from './service.ts';
import { collectFile, collectPairs, collectText } from './sync/collect.ts';
import { syncJobs } from './sync/jobs.ts';
import type { SyncNeeds } from './sync/sync.ts';
import { createReviews } from './syncs/reviews.ts';
import { syncEndpoints } from './syncs/routes.ts';

/** Dependencies of the feature. */
type KnowledgeNeeds = SourceNeeds & Pick<SyncNeeds, 'quotasOf' | 'onError'>;

/** Knowledge sources: what agents answer from. */
export function knowledgeFeature(needs: KnowledgeNeeds) {
  const { db, blobs } = needs;
  const extractor = createExtractor();
  const reading = { db, blobs, extractor };
  const sources = createSources(needs);
  const pairs = createPairs(needs);
  const files = createFiles(needs);
  const contents = createContents(needs);
  const purging: removalStore.PurgeParts = {
    segments: (workspace, source) => removalStore.nextOfIndex(db, workspace, source),
    release: blobs.release,
  };
  return {
    endpoints: [
      ...sourceEndpoints({ sources, files, removal: createRemoval(needs), blobs }),
      ...fileEndpoints(files, blobs),
      ...syncEndpoints({ sources, contents, reviews: createReviews(needs) }),
      ...[...pairEndpoints(pairs), ...contentEndpoints(contents)],
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
        collectors: { text: collectText(reading), qa: collectPairs(reading), file: collectFile(reading) },
        embed: () => [],
      }),
    ],
    close: extractor.close,
  };
}
