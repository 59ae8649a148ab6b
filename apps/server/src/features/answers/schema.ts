import { type Static, Type } from 'typebox';
import { exampleHash, exampleTexts, exampleIds as ids } from '../../schemas/examples.ts';
import { orNull, textLike, timeField } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { listQuery, sortField } from '../../schemas/lists.ts';
import { sourceLimits } from '../../schemas/source-limits.ts';

/** A question that an agent could not answer, with all that asked the same. */
export const UnansweredQuestion = Type.Object(
  {
    _id: Type.String({
      description: 'Identifier of the question: of the last one that asked the same.',
      examples: [ids.question],
    }),
    agent: Type.String({ description: 'Identifier of the agent.', examples: [ids.agent] }),
    question: Type.String({
      description: 'The question as it was last asked: up to 2,000 characters.',
      examples: [exampleTexts.question],
    }),
    count: Type.Integer({ minimum: 1, description: 'Number of times that it was asked in the period.', examples: [3] }),
    lastAskedAt: timeField('When it was last asked'),
    conversation: Type.String({ description: 'Identifier of the last conversation.', examples: [ids.conversation] }),
    message: Type.String({ description: 'Identifier of the reply that has no answer.', examples: [ids.reply] }),
  },
  { title: 'UnansweredQuestion' },
);
export type UnansweredQuestion = Static<typeof UnansweredQuestion>;

/** The parameters of the list. */
export const UnansweredQuery = listQuery({
  since: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Only questions asked at this time (ISO 8601) or later; 30 days ago by default. They are kept for 90 days.',
      examples: ['2026-01-01T00:00:00Z'],
    }),
  ),
  sort: sortField(['lastAskedAt', 'count'], '-lastAskedAt'),
});
export type UnansweredQuery = Static<typeof UnansweredQuery>;

/** An answer to a question. */
export const UnansweredAnswer = Type.Object(
  {
    answer: Type.String({
      minLength: 1,
      maxLength: sourceLimits.answer,
      pattern: '\\S',
      description: 'The answer: up to 10,000 characters.',
      examples: ['Open “My orders” to see where your parcel is.'],
    }),
    question: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: sourceLimits.question,
        pattern: '\\S',
        description: 'The question in better words: up to 1,000 characters. As it was asked if absent.',
        examples: ['Where is my parcel?'],
      }),
    ),
    sourceId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxCharacters.id,
        description:
          'Identifier of a `qa` source of the agent. By default its first one; if it has none, one is created and attached.',
        examples: [ids.source],
      }),
    ),
  },
  { additionalProperties: false, title: 'UnansweredAnswer', 'x-shown': ['answer'] },
);
export type UnansweredAnswer = Static<typeof UnansweredAnswer>;

/** The pair that answers a question. */
export const AnsweredQuestion = Type.Object(
  {
    source: Type.String({ description: 'Identifier of the `qa` source.', examples: [ids.source] }),
    pair: Type.String({ description: 'Identifier of the new pair.', examples: [ids.pair] }),
  },
  { title: 'AnsweredQuestion' },
);
export type AnsweredQuestion = Static<typeof AnsweredQuestion>;

/** The path of an agent. */
export const AgentPath = Type.Object({ id: Type.String({ description: 'Agent identifier.', examples: [ids.agent] }) });

/** The path of a question of an agent. */
export const QuestionPath = Type.Object({
  id: Type.String({ description: 'Agent identifier.', examples: [ids.agent] }),
  questionId: Type.String({ description: 'Identifier of the question.', examples: [ids.question] }),
});

const Place = { minimum: 0, maximum: 2_147_483_647 } as const;
const quote = 'Parcels take two to four days.';

/** A citation to check: the fields of a reply's `Citation` that say what was quoted, and where. */
const CitationClaim = Type.Object(
  {
    source: Type.String({
      minLength: 1,
      maxLength: maxCharacters.id,
      description: 'Identifier of the knowledge source.',
      examples: [ids.source],
    }),
    quote: Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: 'The quote, unchanged: up to 10,000 characters.',
      examples: [quote],
    }),
    document: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxCharacters.id,
        description:
          'Identifier of the document. Without it and the place, the quote is looked for in the whole source.',
        examples: [ids.document],
      }),
    ),
    start: Type.Optional(
      Type.Integer({
        ...Place,
        description: 'Index at which the quote begins in the text of the document.',
        examples: [120],
      }),
    ),
    end: Type.Optional(Type.Integer({ ...Place, description: 'Index at which it ends.', examples: [150] })),
    quoteHash: Type.Optional(
      Type.String({
        minLength: 64,
        maxLength: 64,
        description: 'SHA-256 of the quote in UTF-8, in hex. If it is given, it must be that of the quote.',
        examples: [exampleHash],
      }),
    ),
    url: Type.Optional(orNull(textLike('https://shop.example.com/shipping'), 'URL of the document.')),
    title: Type.Optional(Type.String({ description: 'Ignored.', examples: ['Shipping'] })),
    score: Type.Optional(Type.Number({ description: 'Ignored.', examples: [0.82] })),
    version: Type.Optional(
      Type.Integer({ description: 'Ignored: it is compared with the version that serves.', examples: [3] }),
    ),
    chunk: Type.Optional(Type.Integer({ description: 'Ignored.', examples: [12] })),
    page: Type.Optional(Type.Union([Type.Integer(), Type.Null()], { description: 'Ignored.', examples: [2] })),
    headings: Type.Optional(
      Type.Array(Type.String(), { maxItems: 100, description: 'Ignored.', examples: [['Shipping']] }),
    ),
  },
  {
    additionalProperties: false,
    title: 'CitationClaim',
    description: 'A citation to check, as a reply has it; fields that don’t matter may be absent.',
    'x-shown': ['source', 'document', 'start', 'end', 'quote', 'quoteHash'],
  },
);
export type CitationClaim = Static<typeof CitationClaim>;

/** The body of a check. */
export const CitationCheck = Type.Object(
  {
    citations: Type.Array(CitationClaim, {
      minItems: 1,
      maxItems: 50,
      description: 'Citations as replies have them: 1 to 50. Fields that don’t matter are accepted.',
    }),
  },
  { additionalProperties: false, title: 'CitationCheck' },
);
export type CitationCheck = Static<typeof CitationCheck>;

const outcomes = ['valid', 'moved', 'gone'] as const;
const reasons = ['source_gone', 'text_gone'] as const;

/** The place of a quote in the version that serves. */
const CitationPlace = Type.Object(
  {
    document: Type.String({ description: 'Identifier of the document.', examples: [ids.document] }),
    title: Type.String({ description: 'Title of the document.', examples: ['Shipping'] }),
    url: orNull(textLike('https://shop.example.com/shipping'), 'URL of the document; null if it has none.'),
    version: Type.Integer({ description: 'Version of the source that serves.', examples: [4] }),
    chunk: Type.Integer({ description: 'Number of the chunk in which the quote begins.', examples: [40] }),
    page: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Page, from 1; null if the document has none.',
      examples: [2],
    }),
    headings: Type.Unsafe<readonly string[]>(
      Type.Array(Type.String(), { description: 'Headings above it, outermost first.', examples: [['Shipping']] }),
    ),
    start: Type.Integer({
      description: 'Index at which the quote begins in the text of the document.',
      examples: [160],
    }),
    end: Type.Integer({ description: 'Index at which it ends.', examples: [190] }),
  },
  { title: 'CitationPlace' },
);
export type CitationPlace = Static<typeof CitationPlace>;

/** Result of the check of a citation. */
const CheckedCitation = Type.Object(
  {
    status: Type.Unsafe<(typeof outcomes)[number]>(
      Type.String({
        enum: [...outcomes],
        description:
          '`valid`: the document has the same text at the same place. `moved`: the source has it elsewhere. `gone`: it ' +
          'has it no more.',
      }),
    ),
    reason: Type.Union([Type.Unsafe<(typeof reasons)[number]>(Type.String({ enum: [...reasons] })), Type.Null()], {
      description:
        'Why it is gone: `source_gone` if the source was deleted or isn’t within reach, `text_gone` if no document of ' +
        'it has the text. Null otherwise.',
      examples: [null],
    }),
    place: Type.Union([CitationPlace, Type.Null()], { description: 'Current place of the quote; null if it is gone.' }),
  },
  { title: 'CheckedCitation' },
);
export type CheckedCitation = Static<typeof CheckedCitation>;

/** Results of the check of citations, in their order. */
export const CheckedCitations = Type.Object(
  { items: Type.Array(CheckedCitation, { description: 'One for each citation, in the same order.' }) },
  { title: 'CheckedCitations' },
);
export type CheckedCitations = Static<typeof CheckedCitations>;
