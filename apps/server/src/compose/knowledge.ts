import type { NamesOf } from '../access/workspace-for.ts';
import { knowledgeFeature } from '../features/knowledge/feature.ts';
import type { SearchNeeds } from '../features/knowledge/search/service.ts';
import { createOutbound } from '../outbound/outbound.ts';
import type { Base } from './base.ts';

/** What knowledge sources need of the agents. */
interface KnowledgeNeeds
  extends Pick<SearchNeeds, 'findAgent'>,
    Pick<Parameters<typeof knowledgeFeature>[0], 'detachSource'> {
  /** The names of workspaces, by their IDs. */
  readonly namesOf: NamesOf;
}

/** Composes the knowledge sources: what reads, indexes and searches them. */
export function composeKnowledge(base: Base, needs: KnowledgeNeeds) {
  const { common, blobs, config, models, quotasOf } = base;
  const outbound = createOutbound({ settings: config.outbound });
  const knowledge = knowledgeFeature({
    ...{ ...common, ...needs, blobs, quotasOf, outbound },
    ...{ about: config.publicUrl, embedder: models.embedder },
  });
  const close = async () => {
    outbound.close();
    await knowledge.close();
  };
  return { ...knowledge, close };
}
