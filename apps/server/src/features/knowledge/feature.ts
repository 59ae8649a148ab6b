import { type AnswersNeeds, createAnswers } from './answers/feature.ts';
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
import { createReviews } from './syncs/reviews.ts';

/** Knowledge sources: what agents answer from. */
export function knowledgeFeature(needs: SourceNeeds & Omit<AnswersNeeds, 'pairs'>) {
  const { db, blobs } = needs;
  const sources = createSources(needs);
  const pairs = createPairs(needs);
  const answers = createAnswers({
    ...needs,
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
    ],
    /** The services, for features that add to sources. */
    sources,
    pairs,
    /** The sources of a workspace, for its deletion. */
    ofWorkspace: sourcesOfWorkspace({ db, ...purging }),
    jobs: [...purgeJobs({ ...needs, ...purging }), ...answers.jobs],
    /** What a turn uses of knowledge. */
    aids: answers.aids,
  };
}
