import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { maxCharacters } from '../../../schemas/limits.ts';

/** Bounds of notes: characters of a text, mentions in a note, and notes of a conversation. */
export const noteBounds = { text: 10_000, mentions: 20, ofConversation: 1_000 } as const;

const Text = Type.String({
  ...{ minLength: 1, maxLength: noteBounds.text, pattern: '\\S', examples: ['@Nora knows this customer.'] },
  description: 'The text, in Markdown.',
  'x-message': 'must have 1 to 10,000 characters, not only white space',
});

const Mentions = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: maxCharacters.id,
    description: 'User identifier.',
    examples: [ids.otherUser],
  }),
  {
    maxItems: noteBounds.mentions,
    description: 'User identifiers of the mentioned people: up to 20 members of the workspace. Each gets a mail.',
    examples: [[ids.otherUser]],
  },
);

/** The body that writes a note. */
export const NoteDraft = Type.Object(
  { text: Text, mentions: Type.Optional(Mentions) },
  { additionalProperties: false, title: 'NoteDraft', 'x-shown': ['text', 'mentions'] },
);
export type NoteDraft = Static<typeof NoteDraft>;

/** The body that changes a note; absent fields stay unchanged. */
export const NoteChanges = Type.Object(
  { text: Type.Optional(Text), mentions: Type.Optional(Mentions) },
  { additionalProperties: false, title: 'NoteChanges', 'x-shown': ['text'] },
);
export type NoteChanges = Static<typeof NoteChanges>;

/** The path of one note. */
export const NotePath = Type.Object({
  id: Type.String({ description: 'Conversation identifier.', examples: [ids.conversation] }),
  noteId: Type.String({ description: 'Identifier of the note: that of its entry.', examples: [ids.entry] }),
});
