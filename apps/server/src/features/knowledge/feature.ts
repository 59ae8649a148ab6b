import type { Actor } from '../../access/actor.ts';
import { createCrawler } from '../../crawl/crawler.ts';
import { createExtractor } from '../../extract/extractor.ts';
import type { RecognitionSettings } from '../../extract/recognition/settings.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { createCompaction } from '../../retrieval/index/compact.ts';
import { outdatedSegmentsJob } from '../../retrieval/index/outdated-segments-job.ts';
import { purgeSegments } from '../../retrieval/index/purge-store.ts';
import type { BuildSegment } from '../../retrieval/index/rebuild.ts';
import { insertSegment } from '../../retrieval/index/store.ts';
import { getSource, type Wanted } from './access.ts';
import { createChangeQueue } from './change-queue.ts';
import { contentEndpoints } from './contents/routes.ts';
import { createContents } from './contents/service.ts';
import { documentEndpoints } from './documents/routes.ts';
import { createDocuments } from './documents/service.ts';
import { draftEndpoints } from './files/routes.ts';
import { createFiles } from './files/service.ts';
import type { SourceNeeds } from './needs.ts';
import { createPairFiles } from './pairs/import.ts';
import { pairEndpoints } from './pairs/routes.ts';
import { changingPairs, createPairs } from './pairs/service.ts';
import { purgeJobs, sourcesOfWorkspace } from './removal/purge.ts';
import { createRemoval } from './removal/service.ts';
import type * as removalStore from './removal/store.ts';
import { sourceEndpoints } from './routes.ts';
import { createKnowledgeRetrieval, type KnowledgeRetrievalNeeds } from './search/retrieval.ts';
import { searchEndpoints } from './search/routes.ts';
import { createSearch, type SearchNeeds } from './search/service.ts';
import { createSources } from './service.ts';
import { collectFile, collectPairs, collectText } from './sync/collect/collect.ts';
import { collectDocuments } from './sync/collect/collect-documents.ts';
import { collectItems } from './sync/collect/collect-items.ts';
import { collectPage, collectSite } from './sync/collect/collect-pages.ts';
import { syncJobs } from './sync/job/jobs.ts';
import type { SyncNeeds } from './sync/job/sync.ts';
import { createReviews } from './sync/reviews.ts';
import { syncEndpoints } from './sync/routes.ts';
import { createUpsert } from './upsert.ts';

/** Dependencies of the feature. */
export type KnowledgeNeeds = SourceNeeds &
  KnowledgeRetrievalNeeds &
  Pick<SearchNeeds, 'findAgent'> &
  Pick<SyncNeeds, 'quotasOf' | 'accountOf'> & {
    readonly outbound: Outbound;
    /** Addresses of services that are elsewhere, by the type of source. */
    readonly origins: Readonly<Record<string, string>>;
    /** The address of this installation. */
    readonly about: string;
    /** The command that recognises the text of pictures and scans. */
    readonly recognition: RecognitionSettings | undefined;
  };

/** Knowledge sources: what agents answer from. */
export function knowledgeFeature(needs: KnowledgeNeeds) {
  const { db, blobs, outbound, about } = needs;
  const extractor = createExtractor({ recognition: needs.recognition });
  const crawler = createCrawler({ outbound, about, extract: extractor.extract });
  const reading = { db, blobs, extractor };
  const connected = collectItems({ ...needs, extractor });
  const passages = createKnowledgeRetrieval(needs);
  const { retrieval, hasVectors } = passages;
  const searches = createSearch({ ...needs, retrieval, hasVectors });
  const build: BuildSegment = async (chunks, { workspace, signal }) => {
    const account = (await needs.accountOf(workspace)) ?? workspace;
    return extractor.index(chunks, { account, signal });
  };
  const compacting = createCompaction({ db, build });
  const index: SyncNeeds['index'] = {
    segment: async (of, chunks, signal) => {
      const built = await build(chunks, { workspace: of.workspace, signal });
      return insertSegment(db, { ...of, built });
    },
    compactStaged: compacting.compactStaged,
    purge: (workspace, of) => purgeSegments(db, workspace, of),
  };
  const inTurn = createChangeQueue();
  const sources = createSources(needs, inTurn);
  const pairs = createPairs(needs);
  const files = createFiles(needs, inTurn);
  const contents = createContents(needs, inTurn);
  const purging: removalStore.PurgeParts = {
    segments: (workspace, source) => purgeSegments(db, workspace, { source, since: 0 }),
    release: blobs.release,
  };
  return {
    endpoints: [
      ...draftEndpoints({ sources, files, blobs }),
      ...sourceEndpoints({
        sources,
        removal: createRemoval(needs),
        upsert: createUpsert({ ...needs, sources }, inTurn),
      }),
      ...syncEndpoints({ sources, contents, reviews: createReviews(needs) }),
      ...documentEndpoints({ documents: createDocuments(needs, inTurn), contents, blobs }),
      ...[...pairEndpoints(pairs, createPairFiles(needs, changingPairs(needs))), ...contentEndpoints(contents)],
      ...searchEndpoints(searches),
    ],
    /** The services, for features that add to sources. */
    sources,
    /** Gets a source within reach. Throws `knowledge_source_not_found`, or `insufficient_role`. */
    getSource: (actor: Actor, wanted: Wanted) => getSource(db, actor, wanted),
    pairs,
    retrieval,
    /** The sources of a workspace, for its deletion. */
    ofWorkspace: sourcesOfWorkspace({ db, ...purging }),
    jobs: [
      ...[compacting.job, outdatedSegmentsJob(needs), ...passages.jobs],
      ...purgeJobs({ ...needs, ...purging }),
      ...syncJobs({
        ...{ ...needs, extractor, index, search: retrieval.searchSource },
        collectors: {
          ...{ text: collectText(reading), qa: collectPairs(reading), file: collectFile(reading) },
          ...{ documents: collectDocuments(reading) },
          ...{ url: collectPage(crawler), website: collectSite(crawler) },
          ...{ git: connected, s3: connected, notion: connected },
        },
        embed: passages.embed,
      }),
    ],
    close: async (): Promise<void> => {
      await Promise.all([extractor.close(), passages.close()]);
    },
  };
}
