import { systemIn } from '../access/actor.ts';
import { createSlots, type SlotNeeds } from '../access/limits/slots.ts';
import type { NamesOf } from '../access/workspace-for.ts';
import { agentsFeature } from '../features/agents/feature.ts';
import { channelsFeature } from '../features/channels/feature.ts';
import { conversationsFeature } from '../features/conversations/feature.ts';
import type { TurnAids } from '../features/conversations/turns/aids.ts';
import { knowledgeFeature } from '../features/knowledge/feature.ts';
import type { Retrieval } from '../features/knowledge/search/retrieval.ts';
import { modelsFeature } from '../features/models/feature.ts';
import type { Base } from './base.ts';

/** What agents need of the other groups. */
interface AgentNeeds extends Pick<SlotNeeds, 'ownersOf'> {
  /** The names of workspaces, by their IDs. */
  readonly namesOf: NamesOf;
  /** What a turn uses instead of what features offer, for tests. */
  readonly aids?: TurnAids | undefined;
  /** Searches in place of those of knowledge, for tests. */
  readonly retrieval?: Retrieval | undefined;
}

/** Composes what answers: agents, their conversations and channels, and the models. */
export function composeAgents(base: Base, { ownersOf, namesOf, aids, retrieval }: AgentNeeds) {
  const { common, models, events, concurrency, logger, blobs, quotasOf, outbound, config } = base;
  const knowledge = knowledgeFeature({
    ...{ ...common, models, namesOf, retrieval, blobs, quotasOf, outbound, about: config.publicUrl },
    detachSource: (workspace, source) => agents.detachSource(workspace, source),
    attachSource: (...given) => agents.attachSource(...given),
    findAgent: (reach, id) => agents.findAnswering(reach, id),
  });
  const conversations = conversationsFeature({
    ...{ ...common, models, aids: { ...knowledge.aids, ...aids }, bus: base.redis },
    slots: createSlots({ concurrency, ownersOf }),
    recordUncaused: (event) => events.record(systemIn(), event),
    findAgent: (reach, id) => agents.findAnswering(reach, id),
    hiddenAgent: (workspace) => agents.hidden(workspace),
    onFailed: (failure) => logger.warn(failure, 'a model did not complete its reply'),
  });
  const channels = channelsFeature(common);
  const agents = agentsFeature({
    ...{ ...common, models, namesOf },
    dependents: { ...conversations.ofAgent, channels: channels.ofAgent },
    ...{ isShort: conversations.isShort, nextPart: conversations.nextPart, onDeleted: conversations.stopOf },
  });
  const features = [agents, conversations, channels, knowledge, modelsFeature({ models })];
  return { agents, conversations, channels, knowledge, features };
}
