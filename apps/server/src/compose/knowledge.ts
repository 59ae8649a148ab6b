import { type KnowledgeNeeds, knowledgeFeature } from '../features/knowledge/feature.ts';
import type { Base } from './base.ts';

/** Functions of the agents and the workspaces that knowledge sources need. */
type AgentFunctions = Pick<
  KnowledgeNeeds,
  'findAgent' | 'attachSource' | 'detachSource' | 'namesOf' | 'accountOf' | 'retrieval'
>;

/** Composes the knowledge sources: reading, indexing and searching them. */
export const composeKnowledge = (
  { common, blobs, config, models, quotasOf, outbound, secrets }: Base,
  needs: AgentFunctions,
): ReturnType<typeof knowledgeFeature> =>
  knowledgeFeature({
    ...{ ...common, ...needs, models, blobs, quotasOf, outbound, secrets },
    about: config.publicUrl,
  });
