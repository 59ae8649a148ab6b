import { type Static, Type } from 'typebox';
import { exampleTimes as times } from '../examples.ts';
import { mostlyNull, orNull, textLike, timeField } from '../fields.ts';

/** Max characters of a comment. */
const maxComment = 1_000;

/** Steps of an answer: 1 is very dissatisfied, 5 very satisfied. */
export const scoreField = (description: string) => Type.Integer({ minimum: 1, maximum: 5, description, examples: [4] });

const score = scoreField('From 1, very dissatisfied, to 5, very satisfied.');

/** The answer of a visitor to the question after the conversation was closed. */
export const Satisfaction = Type.Object(
  {
    score,
    comment: orNull(textLike('Fast and friendly.'), 'Comment of the visitor; null without.'),
    ratedAt: timeField('Time of the answer, or of its last change', times.updated),
  },
  { title: 'Satisfaction', description: 'Satisfaction of the visitor with the conversation.' },
);
export type Satisfaction = Static<typeof Satisfaction>;

/** The answer as a field of the conversation. */
export const satisfactionField = mostlyNull(
  Satisfaction,
  'Satisfaction of the visitor with the conversation; null without an answer. Not the `rating` of replies.',
);

/** The body that answers the question. */
export const SatisfactionDraft = Type.Object(
  {
    score,
    comment: Type.Optional(
      Type.Union([Type.String({ maxLength: maxComment, examples: ['Fast and friendly.'] }), Type.Null()], {
        description: 'Comment of the visitor: up to 1,000 characters. None if it is absent, null or blank.',
      }),
    ),
  },
  { additionalProperties: false, title: 'SatisfactionDraft', 'x-shown': ['score', 'comment'] },
);
export type SatisfactionDraft = Static<typeof SatisfactionDraft>;
