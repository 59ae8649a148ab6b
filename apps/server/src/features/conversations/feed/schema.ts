import { Type } from 'typebox';
import {
  eventSchema,
  growthSchemas,
  MessageCancelledEvent,
  MessageCompletedEvent,
  MessageCreatedEvent,
  MessageRequiresActionEvent,
  messageData,
  messageFailedData,
  passingSchema,
} from '../../../replies/schemas/reply-events.ts';
import { Conversation } from '../../../schemas/conversations/conversation.ts';
import { Presence } from '../../../schemas/conversations/presence.ts';
import { ConversationEntry } from '../../../schemas/entries.ts';
import { exampleIds as ids } from '../../../schemas/examples.ts';

/** The events of a conversation. */
export const ConversationEvents = Type.Union(
  [
    ...[MessageCreatedEvent, ...growthSchemas('Conversation'), MessageCompletedEvent],
    eventSchema('ConversationMessageFailedEvent', 'message.failed', {
      description: 'The reply failed, and has the parts so far.',
      data: messageFailedData,
    }),
    MessageCancelledEvent,
    MessageRequiresActionEvent,
    eventSchema('MessageRatedEvent', 'message.rated', {
      description: 'The message was rated, or its rating removed.',
      data: messageData,
    }),
    eventSchema('EntryCreatedEvent', 'entry.created', {
      description: 'Something happened beside the messages: taken over, given back, handed over, closed, tagged …',
      data: Type.Object({ entry: ConversationEntry }),
    }),
    passingSchema('PresenceEvent', 'presence', {
      description: 'People or the visitor came, left, or began or stopped typing.',
      data: Presence,
    }),
    eventSchema('ConversationUpdatedEvent', 'conversation.updated', {
      description: 'The conversation as it is now: its status, title, tags, metadata, counts, rating or turn changed.',
      data: Type.Object({ conversation: Conversation }),
    }),
    eventSchema('ConversationDeletedEvent', 'conversation.deleted', {
      description: 'The last event: the conversation was deleted.',
      data: Type.Object({
        conversation: Type.String({ description: 'Identifier of the conversation.', examples: [ids.conversation] }),
      }),
    }),
  ],
  {
    title: 'ConversationStreamEvent',
    description:
      'One server-sent event of a conversation: the lines `id`, `event` and `data`. Ignore events that you don’t know.',
  },
);
