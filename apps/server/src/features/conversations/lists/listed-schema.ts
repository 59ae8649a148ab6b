import { Type } from 'typebox';
import { Conversation } from '../../../schemas/conversations/conversation.ts';
import { orNull } from '../../../schemas/fields.ts';
import { Match } from '../../../schemas/match.ts';
import { LastMessage } from '../inbox/schema.ts';

/** A conversation of a list. */
export const ListedConversation = Type.Object(
  {
    ...Conversation.properties,
    lastMessage: orNull(LastMessage, 'The latest message, shortened; null if there is no message.'),
    unread: Type.Optional(
      Type.Boolean({
        description:
          'True if it has a message that the person who asks, or whose key it is, hasn’t read or written; false for ' +
          'trials. Absent unless `includeUnread` is true.',
        examples: [true],
      }),
    ),
    match: Type.Optional({
      ...Match,
      description: 'The message in which `q` was found; absent if only the title contains it.',
    }),
  },
  { title: 'ListedConversation' },
);
