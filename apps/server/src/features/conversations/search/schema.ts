import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { orNull } from '../../../schemas/fields.ts';
import { LastMessage } from '../inbox/schema.ts';
import { Conversation } from '../schema.ts';

/** The place in which a search found its words. */
const Match = Type.Object({
  message: Type.String({
    description: 'Identifier of the newest message that has the words.',
    examples: [ids.message],
  }),
  snippet: Type.String({
    description: 'Up to 200 characters of its text around the first place; `…` where it is cut.',
    examples: ['Where is my late parcel?'],
  }),
  ranges: Type.Array(
    Type.Object({
      start: Type.Integer({ minimum: 0, description: 'Start, in UTF-16 units of the snippet.', examples: [12] }),
      end: Type.Integer({ minimum: 0, description: 'End, in the same units; it is not included.', examples: [23] }),
    }),
    { maxItems: 20, description: 'The places of the words in the snippet, in order.' },
  ),
});
export type Match = Static<typeof Match>;

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
