import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../../schemas/examples.ts';

/** The body that tells that its sender is in a conversation, or leaves it. */
export const PresenceDraft = Type.Object(
  {
    typing: Type.Boolean({ description: 'True if the sender is typing a message.', examples: [true] }),
    here: Type.Optional(
      Type.Boolean({ description: 'False if the sender leaves; true unless set.', default: true, examples: [true] }),
    ),
  },
  { additionalProperties: false, title: 'PresenceDraft' },
);
export type PresenceDraft = Static<typeof PresenceDraft>;

/** Who is in a conversation now. */
export const Presence = Type.Object(
  {
    conversation: Type.String({ description: 'Identifier of the conversation.', examples: [ids.conversation] }),
    people: Type.Array(
      Type.Object({
        user: Type.String({
          description: 'Identifier of the person; `person` for a visitor, who is not told which.',
          examples: [ids.user],
        }),
        name: Type.String({ description: 'Name of the person; empty for a visitor.', examples: ['Nora'] }),
        typing: Type.Boolean({ description: 'True if the person is typing.', examples: [true] }),
      }),
      { description: 'The people who look at it, at most 20. A visitor gets at most one, who is typing.' },
    ),
    visitor: Type.Union(
      [
        Type.Object({
          typing: Type.Boolean({ description: 'True if the visitor is typing.', examples: [false] }),
        }),
        Type.Null(),
      ],
      { description: 'The visitor; null if none has been heard of for 15 s, and always null for a visitor.' },
    ),
  },
  { title: 'Presence', description: 'Who is in a conversation now. Each is gone 15 s after the last sign.' },
);
export type Presence = Static<typeof Presence>;
