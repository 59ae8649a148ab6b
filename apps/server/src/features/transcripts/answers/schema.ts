import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { orNull } from '../../../schemas/fields.ts';
import { maxCharacters } from '../../../schemas/limits.ts';
import { TranscriptDraft } from '../schema.ts';

const email = Type.String({ format: 'email', maxLength: maxCharacters.email, examples: ['ada@example.com'] });

/** The body that sets the address to which answers go. */
export const AnswerAddressDraft = Type.Object(
  {
    email: Type.Union([email, Type.Null()], {
      description: 'Address that gets the answers of people; null for none.',
    }),
    language: TranscriptDraft.properties.language,
    timeZone: TranscriptDraft.properties.timeZone,
  },
  { additionalProperties: false, title: 'AnswerAddressDraft', 'x-shown': ['email'] },
);
export type AnswerAddressDraft = Static<typeof AnswerAddressDraft>;

/** The address to which answers in a conversation go. */
export const AnswerAddress = Type.Object(
  {
    conversation: Type.String({ description: 'Identifier of the conversation.', examples: [ids.conversation] }),
    email: orNull(email, 'Address that gets the answers of people; null for none.'),
  },
  { title: 'AnswerAddress' },
);
export type AnswerAddress = Static<typeof AnswerAddress>;
