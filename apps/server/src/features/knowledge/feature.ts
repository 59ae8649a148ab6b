import { type AnswersNeeds, createAnswers } from './answers/feature.ts';
import { contentEndpoints } from './content-routes.ts';
import { createContents } from './contents.ts';
import { createFinding, type FindingNeeds } from './finding.ts';
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
  FindingNeeds &
  Pick<SearchNeeds, 'findAgent'> &
  Omit<AnswersNeeds, 'pairs' | 'retrieval'> &
  Pick<SyncNeeds, 'quotasOf' | 'onError'>;

/** Knowledge sources: what agents answer from. */
export function knowledgeFeature(needs: KnowledgeNeeds) {
  const { db, blobs } = needs;
  const extractor = inProcess;
  const reading = { db, blobs, extractor };
  const finding = createFinding(needs);
  const { retrieval, hasVectors } = finding;
  const searches = createSearch({ ...needs, retrieval, hasVectors });
  const index: SyncNeeds['index'] = {
    segment: async (of, chunks) => insertSegment(db, { ...of, built: buildSegment(chunks) }),
  };
  const sources = createSources(needs);
  const pairs = createPairs(needs);
  const answers = createAnswers({
    ...needs,
    retrieval,
    pairs: {
      addPair: async (actor, { source, pair: draft }, along) => {
        const { pair } = await pairs.add(actor, source, { draft, along: (made) => along(made.pair) });
        return pair;
      },
      createSource: async (actor, draft, along) => {
        const { source } = await sources.create(actor, draft, (made) => along(made.source));
        return source;
      },
    },
  });
  const purging: removalStore.PurgeParts = {
    segments: (workspace, source) => removalStore.nextOfIndex(db, workspace, source),
    release: blobs.release,
  };
  return {
    endpoints: [
      ...sourceEndpoints({ sources, removal: createRemoval(needs), reviews: createReviews(needs) }),
      ...[...pairEndpoints(pairs), ...contentEndpoints(createContents(needs)), ...answers.endpoints],
      ...searchEndpoints(searches),
    ],
    /** The services, for features that add to sources. */
    sources,
    pairs,
    retrieval,
    /** The sources of a workspace, for its deletion. */
    ofWorkspace: sourcesOfWorkspace({ db, ...purging }),
    jobs: [
      ...[createCompaction(needs).job, ...finding.jobs],
      ...answers.jobs,
      ...purgeJobs({ ...needs, ...purging }),
      ...syncJobs({
        ...{ ...needs, extractor, index, search: retrieval.searchSource },
        collectors: { text: collectText(reading), qa: collectPairs(reading) },
        embed: finding.embed,
      }),
    ],
    /** What a turn uses of knowledge. */
    aids: answers.aids,
    close: finding.close,
  };
}
