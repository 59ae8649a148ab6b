import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../examples.ts';
import { idField } from './conversation.ts';

/** The body that takes a conversation over. */
export const TakeoverDraft = Type.Object(
  {
    takenBy: Type.Optional(
      Type.Union([idField('Identifier of the person who has it, as you know it.', ids.user), Type.Null()], {
        description:
          'Takes it only if this person has it, or with null if no person has it. Takes it from anyone unless set.',
      }),
    ),
  },
  { additionalProperties: false, title: 'TakeoverDraft' },
);

export type TakeoverDraft = Static<typeof TakeoverDraft>;

/** The body that hands a conversation over to people. */
export const Handover = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Why, in a word or a sentence, for the people who take it: 1 to 500 characters.',
      examples: ['The customer asks for a person.'],
    }),
    summary: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: 'The matter, and the attempts so far: 1 to 2,000 characters. None unless set.',
        examples: ['The parcel of order 10-4432 is late, and the customer wants the money back.'],
      }),
    ),
    team: Type.Optional(idField('Identifier of the team that is responsible from now on.', ids.team)),
  },
  { additionalProperties: false, title: 'Handover' },
);
export type Handover = Static<typeof Handover>;

/** The body that releases a conversation to its agent. */
export const Release = Type.Object(
  {
    answer: Type.Optional(
      Type.Boolean({
        description:
          'True to let the agent reply to the last message if it is of the user; otherwise it replies from the next ' +
          'message on. False unless set.',
        examples: [true],
      }),
    ),
  },
  { additionalProperties: false, title: 'Release' },
);
export type Release = Static<typeof Release>;
