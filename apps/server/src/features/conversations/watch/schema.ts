import { type Static, Type } from 'typebox';
import { eventSchema, passingSchema } from '../../../replies/schemas/reply-events.ts';
import { idField } from '../../../schemas/conversations/conversation.ts';
import { Presence } from '../../../schemas/conversations/presence.ts';
import { exampleIds as ids } from '../../../schemas/examples.ts';

/** The parameters of watching. */
export const WatchQuery = Type.Object(
  {
    workspaceId: Type.Optional(
      idField('Only conversations of this workspace; absent for every one that the caller reaches.', ids.workspace),
    ),
  },
  { additionalProperties: false },
);
export type WatchQuery = Static<typeof WatchQuery>;

/** The events of workspaces. */
export const WorkspaceEvents = Type.Union(
  [
    eventSchema('ConversationChangedEvent', 'conversation.changed', {
      description: 'A conversation was created, changed or deleted, or has a new message: read it or your list again.',
      data: Type.Object({
        conversation: Type.String({ description: 'Identifier of the conversation.', examples: [ids.conversation] }),
        workspace: Type.String({ description: 'Identifier of its workspace.', examples: [ids.workspace] }),
      }),
    }),
    passingSchema('ConversationPresenceEvent', 'presence', {
      description: 'People or the visitor came to a conversation, left, or began or stopped typing.',
      data: Presence,
    }),
  ],
  {
    title: 'ConversationChangeStreamEvent',
    description:
      'One server-sent event of workspaces: the lines `id`, `event` and `data`. Ignore events that you don’t know.',
  },
);
