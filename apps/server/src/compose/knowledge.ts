import { type KnowledgeNeeds, knowledgeFeature } from '../features/knowledge/feature.ts';
import { createOutbound } from '../outbound/outbound.ts';
import type { Base } from './base.ts';

/** What knowledge sources need of the agents and the workspaces. */
type AgentFunctions = Pick<KnowledgeNeeds, 'findAgent' | 'attachSource' | 'detachSource' | 'namesOf' | 'retrieval'>;

/** Composes the knowledge sources: what reads, indexes and searches them. */
export function composeKnowledge(base: Base, needs: AgentFunctions) {
  const { common, blobs, config, models, quotasOf } = base;
  const outbound = createOutbound({ settings: config.outbound });
  const knowledge = knowledgeFeature({
    ...{ ...common, ...needs, models, blobs, quotasOf, outbound },
    about: config.publicUrl,
  });
  const close = async () => {
    outbound.close();
    await knowledge.close();
  };
  return { ...knowledge, close };
}
