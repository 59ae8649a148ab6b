import { type Static, Type } from 'typebox';
import { agentEvents } from './agents.ts';
import { channelEvents } from './channels.ts';
import { conversationEvents } from './conversations.ts';
import { eventTitle } from './event-kind.ts';
import { exportEvents } from './exports.ts';
import { knowledgeEvents } from './knowledge.ts';
import { operatorEvents, peopleEvents, signInEvents } from './people.ts';
import { savedReplyEvents } from './saved-replies.ts';
import { teamRoomEvents } from './team-rooms.ts';
import { teamEvents } from './teams.ts';
import { toolCallEvents } from './tool-calls.ts';
import { toolEvents } from './tools.ts';
import { viewEvents } from './views.ts';
import { webhookEvents } from './webhooks.ts';

/** Every type of event, with what has happened and the schema of its data: a closed set, which the API documents. */
export const catalog = {
  ...agentEvents,
  ...conversationEvents,
  ...knowledgeEvents,
  ...channelEvents,
  ...peopleEvents,
  ...signInEvents,
  ...operatorEvents,
  ...toolEvents,
  ...webhookEvents,
  ...toolCallEvents,
  ...teamRoomEvents,
  ...savedReplyEvents,
  ...viewEvents,
  ...teamEvents,
  ...exportEvents,
} as const;

/** A type of event. */
export type EventType = keyof typeof catalog;

/** The data of a type of event. */
export type DataOf<Type extends EventType> = Static<(typeof catalog)[Type]['data']>;

/** Every type of event, in the order of the documentation. */
export const eventTypes = Object.keys(catalog) as readonly EventType[];

/** The schema of the data of a type of event, by its name in the API document. */
export const eventData = (type: EventType) =>
  Type.Object(catalog[type].data.properties, {
    title: `${eventTitle(type)}Data`,
    description: 'The objects that it is about.',
  });

/** True if a name stands for a type: the type itself, `agent.*` for every type of agents, or `*`. */
export const isNamed = (type: EventType, name: string): boolean =>
  name === '*' || type === name || (name.endsWith('.*') && type.startsWith(name.slice(0, -1)));
