import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../schemas/examples.ts';
import { maxCharacters } from '../../schemas/limits.ts';

/** The path of a conversation. */
export const ConversationPath = Type.Object({
  id: Type.String({ description: 'Conversation identifier.', examples: [ids.conversation] }),
});

/** The body that has a transcript mailed. */
export const TranscriptDraft = Type.Object(
  {
    email: Type.Optional(
      Type.String({
        ...{ format: 'email', maxLength: maxCharacters.email },
        description:
          'Address that gets the transcript. Absent for the one that the visitor has entered into the form of the ' +
          'channel.',
        examples: ['ada@example.com'],
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 50 },
        description: 'Time zone of the times, such as `Europe/Berlin` (IANA). UTC by default.',
        examples: ['Europe/Berlin'],
      }),
    ),
    language: Type.Optional(
      Type.String({
        ...{ minLength: 2, maxLength: 35, pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$' },
        description:
          'Language of the mail, such as `de` or `pt-BR` (BCP 47): one of those of the chat, or else English, as by ' +
          'default.',
        examples: ['de'],
      }),
    ),
  },
  { additionalProperties: false, title: 'TranscriptDraft', 'x-shown': ['email'] },
);
export type TranscriptDraft = Static<typeof TranscriptDraft>;

/** A transcript that is on its way. */
export const Transcript = Type.Object(
  {
    conversation: Type.String({ description: 'Identifier of the conversation.', examples: [ids.conversation] }),
    email: Type.String({ description: 'Address that gets the transcript.', examples: ['ada@example.com'] }),
  },
  { title: 'Transcript' },
);
export type Transcript = Static<typeof Transcript>;
