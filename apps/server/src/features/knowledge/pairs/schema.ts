import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';
import { timeField } from '../../../schemas/fields.ts';
import { maxCharacters } from '../../../schemas/limits.ts';
import { listQuery, sortField } from '../../../schemas/lists.ts';
import { sourceLimits } from '../../../schemas/source-limits.ts';

const shown = { question: 'Can I return a book?', answer: 'Yes, within 30 days.' };

const Question = Type.String({
  minLength: 1,
  maxLength: sourceLimits.question,
  pattern: '\\S',
  description: 'The question: up to 1,000 characters.',
  examples: [shown.question],
  'x-message': 'must have a character that is not white space',
});
const Answer = Type.String({
  minLength: 1,
  maxLength: sourceLimits.answer,
  pattern: '\\S',
  description: 'The answer: up to 10,000 characters.',
  examples: [shown.answer],
  'x-message': 'must have a character that is not white space',
});

/** A pair as the API returns it. */
export const Pair = Type.Object(
  {
    _id: Type.String({ description: 'Pair identifier.', examples: [ids.pair] }),
    source: Type.String({ description: 'Identifier of the knowledge source.', examples: [ids.source] }),
    question: Type.String({ description: 'The question.', examples: [shown.question] }),
    answer: Type.String({ description: 'The answer.', examples: [shown.answer] }),
    createdAt: timeField('Time of creation'),
    updatedAt: timeField('Time of the last change', times.updated),
  },
  { title: 'KnowledgePair' },
);
export type Pair = Static<typeof Pair>;

/** The body that creates a pair. */
export const PairDraft = Type.Object(
  { question: Question, answer: Answer },
  { additionalProperties: false, title: 'KnowledgePairDraft' },
);
export type PairDraft = Static<typeof PairDraft>;

/** The body that changes a pair; absent fields stay. */
export const PairChanges = Type.Object(
  { question: Type.Optional(Question), answer: Type.Optional(Answer) },
  { additionalProperties: false, title: 'KnowledgePairChanges' },
);
export type PairChanges = Static<typeof PairChanges>;

/** The path of one pair. */
export const PairPath = Type.Object({
  id: Type.String({ description: 'Knowledge source identifier.', examples: [ids.source] }),
  pairId: Type.String({ description: 'Pair identifier.', examples: [ids.pair] }),
});

/** The parameters of the list. */
export const PairQuery = listQuery({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxCharacters.search,
      description: 'Only pairs whose question or answer contains this text; absent for all.',
      examples: ['return'],
    }),
  ),
  sort: sortField(['createdAt', 'updatedAt']),
});
export type PairQuery = Static<typeof PairQuery>;
