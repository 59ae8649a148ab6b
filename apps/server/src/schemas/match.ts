import { type Static, Type } from 'typebox';
import { exampleIds as ids } from './examples.ts';

/** The place in which a search found its words. */
export const Match = Type.Object({
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
