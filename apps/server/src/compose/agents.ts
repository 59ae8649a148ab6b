import { createSlots, type SlotNeeds } from '../access/limits/slots.ts';
import type { NamesOf } from '../access/workspace-for.ts';
import type { TurnAids } from '../calling/aids.ts';
import { agentAccess, agentsFeature } from '../features/agents/feature.ts';
import { askAtClosing, channelRules, channelsFeature, messengersFeature } from '../features/channels/feature.ts';
import type { MessengerNeeds } from '../features/channels/messenger-needs.ts';
import { conversationsFeature } from '../features/conversations/feature.ts';
import {
  conversationEntries,
  deskFeature,
  deskProspects,
  deskQueue,
  satisfactionFeature,
} from '../features/desk/feature.ts';
import type { hoursFeature } from '../features/hours/feature.ts';
import { messageSearchFeature } from '../features/message-search/feature.ts';
import { modelsFeature } from '../features/models/feature.ts';
import type { KeyNeeds } from '../features/models/keys/service.ts';
import { presenceBoard, presenceFeature } from '../features/presence/feature.ts';
import { statisticsFeature } from '../features/statistics/feature.ts';
import { showWaiting } from '../features/team-rooms/feature.ts';
import type { teamsFeature } from '../features/teams/feature.ts';
import { transcriptsFeature } from '../features/transcripts/feature.ts';
import type { Mail } from '../mail/mail.ts';
import { allOf, type Statement } from '../storage/unit.ts';
import type { Base } from './base.ts';

/*
 * The order: each feature is given parts above it only, and none through a closure over a later constant. So TypeScript
 * refuses a use before the definition. Two features would make a ring, so a part of each comes first, because it needs
 * no other feature: `agentAccess` and `channelRules`.
 *
 *   agentAccess, channelRules → conversations → messengers → channels → agents
 */

/** Dependencies of agents on the other groups. */
interface AgentNeeds extends Pick<SlotNeeds, 'ownersOf'>, Pick<KeyNeeds, 'instance'> {
  /** Functions of agents that other groups need, too. */
  readonly access: AgentAccess;
  /** The names of workspaces, by their IDs. */
  readonly namesOf: NamesOf;
  readonly mail: Mail;
  /** Returns the statement that deletes the accounts of an end user at the servers of tools. */
  forgetUser(workspace: string, user: string): Statement;
  readonly teams: Pick<
    ReturnType<typeof teamsFeature>,
    'assignable' | 'candidates' | 'demandTeam' | 'hasTeam' | 'rulesOf' | 'given'
  >;
  readonly hours: Pick<ReturnType<typeof hoursFeature>, 'hoursOf'>;
  /** Takes what comes in through channels and is for the team. */
  readonly takeOfTeam: MessengerNeeds['takeOfTeam'];
  /** Forgets the callers that are remembered with their rights. */
  forgetCallers(): void;
  /** Aids of a turn besides its model. */
  readonly aids?: TurnAids | undefined;
}

type AgentAccess = ReturnType<typeof composeAgentAccess>;

/** Composes the functions of agents for features that agents depend on. */
export const composeAgentAccess = ({ common }: Base) => agentAccess(common);

/** Composes agents, their conversations and channels, and the models. */
export function composeAgents(base: Base, needs: AgentNeeds) {
  const { common, models, concurrency, logger, secrets } = base;
  const { namesOf, forgetCallers, instance } = needs;
  const { hasTeam, demandTeam } = needs.teams;
  const handover = deskProspects({ ...common, ...needs.teams, ...needs.hours, mails: needs.mail.isOn });
  const rules = channelRules({ ...common, secrets, hasTeam, demandTeam, expectation: handover.expectation });
  const search = messageSearchFeature(common);
  const entries = conversationEntries({ ...common, actors: base.events.actors });
  const queue = { ...deskQueue(common.enqueue), shown: showWaiting(common) };
  const presence = presenceBoard({ ...common, bus: base.redis });
  const conversations = composeConversations(base, needs, { rules, search, entries, presence, desk: queue });
  const desk = deskFeature({ ...common, ...needs.teams, handover, queue, ...changesOf(conversations) });
  const satisfaction = satisfactionFeature({
    ...{ ...common, actors: base.events.actors, enter: entries.enter, rate: conversations.rate },
    getConversation: (actor, id) => conversations.conversations.read(actor, id, 'conversations:write'),
  });
  const { messengers, channels } = composeChannels(base, needs, { rules, conversations, satisfaction });
  const statistics = statisticsFeature(common);
  const agents = agentsFeature({
    ...{ ...common, models, namesOf, demandTeam: needs.teams.demandTeam },
    readActivity: statistics.readActivity,
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
  const transcripts = transcriptsFeature({
    ...{ ...common, secrets, mail: needs.mail, publicUrl: base.config.publicUrl },
    getConversation: conversations.conversations.read,
  });
  const here = presenceFeature({
    ...{ ...common, presence, readConversation: conversations.conversations.read },
    types: messengers.typing.person,
  });
  const features = [
    agents,
    conversations,
    here,
    desk,
    satisfaction,
    search,
    transcripts,
    statistics,
    channels,
    messengers,
    modelKeys,
  ];
  return {
    keyring: modelKeys.keyring,
    reindex: search.reindex,
    agents,
    conversations,
    channels,
    entries,
    presence: here,
    features,
  };
}

/** The changes of conversations that the desk asks for. */
const changesOf = ({ deskChange, handOverByRule }: ReturnType<typeof composeConversations>) => ({
  change: deskChange,
  handOver: handOverByRule,
});

type ChannelRules = ReturnType<typeof channelRules>;

/** The parts above the conversations. */
interface AboveConversations {
  readonly rules: ChannelRules;
  readonly search: ReturnType<typeof messageSearchFeature>;
  readonly entries: ReturnType<typeof conversationEntries>;
  readonly desk: Parameters<typeof conversationsFeature>[0]['desk'];
  readonly presence: ReturnType<typeof presenceBoard>;
}

/** Composes the conversations. Of channels they are given rules, and what delivers messages that have ended. */
function composeConversations(base: Base, needs: AgentNeeds, above: AboveConversations) {
  const { access, aids, ownersOf, forgetUser } = needs;
  const { common, models, concurrency, logger, config, redis, replyCounts, events } = base;
  return conversationsFeature({
    ...{ ...common, record: events.record, models, aids, ...above, forgetUser, bus: redis },
    entries: asking(base, above.entries),
    assignable: needs.teams.assignable,
    hasTeam: needs.teams.hasTeam,
    leaseMs: config.leaseMs,
    slots: createSlots({ concurrency, ownersOf }),
    findAgent: access.findAgent,
    deliverSoon: above.rules.outbox.lookSoon,
    hiddenAgent: access.hidden,
    onFailed: (failure) => logger.warn(failure, 'a model did not complete its reply'),
    onEnded: (report) => {
      replyCounts.add(report);
      logger.info(report, 'reply ended');
    },
  });
}

/** The entries, with the question to the users of messengers beside each closing. */
function asking({ common }: Base, entries: AboveConversations['entries']) {
  const ask = askAtClosing(common.enqueue);
  const enter: Parameters<typeof conversationsFeature>[0]['entries']['enter'] = (actor, entry, when) => {
    const written = entries.enter(actor, entry, when);
    return entry.type === 'closed' ? [written, ask(entry.workspace, entry.conversation, when)] : [written];
  };
  return { ...entries, enter };
}

/** The features above the channels. */
interface AboveChannels {
  readonly rules: ChannelRules;
  readonly conversations: ReturnType<typeof composeConversations>;
  readonly satisfaction: MessengerNeeds['satisfaction'];
}

/** Composes the channels, and those of them that talk with a platform. */
function composeChannels(
  base: Base,
  { access, forgetCallers, namesOf, takeOfTeam, teams }: AgentNeeds,
  { rules, conversations, satisfaction }: AboveChannels,
) {
  const { common, secrets, limiter, config, outbound } = base;
  const { messages, ofChannel } = conversations;
  const shared = { ...common, secrets, outbound, publicUrl: config.publicUrl, origins: config.platformOrigins };
  const messengers = messengersFeature({
    ...{ ...shared, outbox: rules.outbox, takeOfTeam, satisfaction },
    conversations: { ...ofChannel, read: conversations.conversations.read },
    sendMessage: async (actor, { agent, conversation, ...how }, message) => {
      const { user: userId, metadata, ...draft } = message;
      const sent =
        conversation === undefined
          ? await messages.chat(actor, { id: agent, ...how }, { ...draft, userId, metadata })
          : await messages.send(actor, { id: conversation, ...how }, draft);
      return sent.message.conversation;
    },
  });
  const channels = channelsFeature({
    ...{ ...shared, limiter, namesOf, rightsChanged: forgetCallers },
    conversations: ofChannel,
    demandTeam: teams.demandTeam,
    ...{ connect: messengers.connect, farewell: messengers.farewell, sendsMail: config.mail !== undefined },
    findAgent: access.findAgent,
  });
  return { messengers, channels };
}
