import { type AnswersNeeds, answersFeature } from '../features/answers/feature.ts';
import { deskQueue } from '../features/desk/feature.ts';
import { type KnowledgeNeeds, knowledgeFeature } from '../features/knowledge/feature.ts';
import { syncHooksFeature } from '../features/sync-hooks/feature.ts';
import type { Base } from './base.ts';

/** Functions of the agents and the workspaces that knowledge sources and answers need. */
type AgentFunctions = Pick<KnowledgeNeeds, 'findAgent' | 'namesOf' | 'accountOf' | 'retrieval'> &
  Pick<AnswersNeeds, 'attachSource'> &
  Pick<KnowledgeNeeds, 'detachSource'>;

/** Composes the knowledge sources: reading, indexing and searching them. And what is behind answers from them. */
export function composeKnowledge(
  { common, blobs, config, models, quotasOf, outbound, secrets, limiter }: Base,
  needs: AgentFunctions,
): {
  readonly knowledge: ReturnType<typeof knowledgeFeature>;
  readonly answers: ReturnType<typeof answersFeature>;
  readonly syncHooks: ReturnType<typeof syncHooksFeature>;
} {
  const knowledge = knowledgeFeature({
    ...{ ...common, ...needs, models, blobs, quotasOf, outbound, secrets },
    ...{ about: config.publicUrl, recognition: config.recognition, origins: config.platformOrigins },
  });
  const { pairs, sources, retrieval } = knowledge;
  const syncHooks = syncHooksFeature({
    ...{ ...common, secrets, limiter, publicUrl: config.publicUrl },
    ...{ getSource: knowledge.getSource, sync: sources.sync },
  });
  const answers = answersFeature({
    ...{ ...common, ...needs, retrieval },
    handOver: deskQueue(common.enqueue).handOver,
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
  return { knowledge, answers, syncHooks };
}
