import { systemIn } from '../access/actor.ts';
import { createSlots, type SlotNeeds } from '../access/limits/slots.ts';
import type { NamesOf } from '../access/workspace-for.ts';
import { agentsFeature } from '../features/agents/feature.ts';
import { channelsFeature, messengersFeature } from '../features/channels/feature.ts';
import { conversationsFeature } from '../features/conversations/feature.ts';
import type { TurnAids } from '../features/conversations/turns/tools/aids.ts';
import { modelsFeature } from '../features/models/feature.ts';
import type { KeyNeeds } from '../features/models/keys/service.ts';
import { allOf } from '../storage/unit.ts';
import type { Base } from './base.ts';

/** Dependencies of agents on the other groups. */
interface AgentNeeds extends Pick<SlotNeeds, 'ownersOf'>, Pick<KeyNeeds, 'instance'> {
  /** The names of workspaces, by their IDs. */
  readonly namesOf: NamesOf;
  /** Forgets the callers that are remembered with their rights. */
  forgetCallers(): void;
  /** Aids of a turn besides its model. */
  readonly aids?: TurnAids | undefined;
}

/** Composes agents, their conversations and channels, and the models. */
export function composeAgents(base: Base, { ownersOf, namesOf, aids, forgetCallers, instance }: AgentNeeds) {
  const { common, models, events, concurrency, logger, secrets, config, limiter } = base;
  const messengers = messengersFeature({
    ...{ ...common, secrets, outbound: base.outbound, publicUrl: config.publicUrl },
    origins: config.platformOrigins,
    conversations: {
      findOpen: (...given) => conversations.ofChannel.findOpen(...given),
      read: (...given) => conversations.conversations.read(...given),
      waitForPerson: (...given) => conversations.ofChannel.waitForPerson(...given),
      retryInterrupted: (...given) => conversations.ofChannel.retryInterrupted(...given),
    },
    sendMessage: async (actor, { agent, conversation, repeat }, message) => {
      const { user: userId, metadata, ...draft } = message;
      const { messages } = conversations;
      if (conversation !== undefined) await messages.send(actor, { id: conversation, repeat }, draft);
      else await messages.chat(actor, { id: agent, repeat }, { ...draft, userId, metadata });
    },
  });
  const conversations = conversationsFeature({
    ...{ ...common, db: messengers.watched(common.db), models, aids, bus: base.redis },
    leaseMs: config.leaseMs,
    slots: createSlots({ concurrency, ownersOf }),
    recordUncaused: (event) => events.record(systemIn(), event),
    findAgent: (reach, id) => agents.findAnswering(reach, id),
    rules: {
      passChannel: (...given) => channels.passChannel(...given),
      demandDeliverable: (...given) => messengers.demandDeliverable(...given),
    },
    hiddenAgent: (workspace) => agents.hidden(workspace),
    onFailed: (failure) => logger.warn(failure, 'a model did not complete its reply'),
  });
  const channels = channelsFeature({
    rightsChanged: forgetCallers,
    ...{ ...common, secrets, limiter, publicUrl: config.publicUrl, outbound: base.outbound },
    origins: config.platformOrigins,
    conversations: conversations.ofChannel,
    ...{ connect: messengers.connect, farewell: messengers.farewell },
    findAgent: (reach, id) => agents.findAnswering(reach, id),
  });
  const agents = agentsFeature({
    ...{ ...common, models, namesOf },
    readActivity: (...given) => conversations.readActivity(...given),
    dependents: { ...conversations.ofAgent, channels: channels.ofAgent },
    isShort: (agent) => allOf(conversations.isShort(agent), channels.ofAgent.isShort(agent)),
    nextPart: async (workspace, agent) => [
      ...(await conversations.nextPart(workspace, agent)),
      ...(await channels.ofAgent.nextPart(workspace, agent)),
    ],
    farewell: messengers.farewell.ofAgent,
    onDeleted: conversations.stopOf,
  });
  const modelKeys = modelsFeature({
    ...{ ...common, models, concurrency, secrets, logger, instance, forgetCallers },
  });
  const features = [agents, conversations, channels, messengers, modelKeys];
  return { keyring: modelKeys.keyring, agents, conversations, channels, features };
}
