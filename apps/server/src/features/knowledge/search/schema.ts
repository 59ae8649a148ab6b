import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { MetadataFilter } from '../../../schemas/metadata.ts';

/** Max and usual passages of a search. */
const passages = { most: 50, usual: 8 } as const;

const modeName = (description: string) =>
  Type.Unsafe<'lexical' | 'hybrid'>(Type.String({ enum: ['lexical', 'hybrid'], description }));

/** The agent of a path. */
export const SearchPath = Type.Object({
  id: Type.String({ description: 'Agent identifier.', examples: [ids.agent] }),
});

/** Body of a search. */
export const KnowledgeQuery = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'The question, as a person asks it: 1 to 1,000 characters.',
      examples: ['How long does delivery take?'],
    }),
    topK: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: passages.most,
        description: `Max passages: 1 to ${passages.most}, ${passages.usual} unless set.`,
        examples: [3],
      }),
    ),
    mode: Type.Optional(
      modeName(
        '`lexical` (words and n-grams of characters) or `hybrid` (vectors as well). Unless set, `hybrid` if the ' +
          'instance has an embedding model.',
      ),
    ),
    filter: Type.Optional(MetadataFilter),
    rerank: Type.Optional(
      Type.Boolean({
        description: 'True to have the agent’s model put the best passages in order. This costs a call to the model.',
        examples: [false],
      }),
    ),
  },
  {
    title: 'KnowledgeQuery',
    description: 'A question to the knowledge sources of an agent.',
    'x-shown': ['query', 'topK'],
    additionalProperties: false,
  },
);

const rank = (of: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    description: `Place in the ranking by ${of}, from 1; null if that ranking didn’t find it.`,
    examples: [1],
  });

const Passage = Type.Object(
  {
    source: Type.Object(
      {
        _id: Type.String({ description: 'Identifier of the source.', examples: [ids.source] }),
        name: Type.String({ description: 'Name of the source.', examples: ['Help pages'] }),
        type: Type.String({ description: 'Type of the source.', examples: ['website'] }),
      },
      { description: 'The knowledge source that has the passage.' },
    ),
    document: Type.String({
      description: 'Identifier of the document.',
      examples: ['doc_01kg9vm5t3fy6k8q2h4d0n1zxc'],
    }),
    title: Type.String({ description: 'Title of the document.', examples: ['Delivery'] }),
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'URL of the document; null if it has none.',
      examples: ['https://shop.example/help/delivery'],
    }),
    version: Type.Integer({ description: 'Version of the source.', examples: [3] }),
    chunk: Type.Integer({ description: 'Number of the chunk in its source.', examples: [17] }),
    headings: Type.Array(Type.String(), {
      description: 'The headings above it, outermost first.',
      examples: [['Delivery', 'Times']],
    }),
    page: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Page of the document, from 1; null if it has no pages.',
      examples: [null],
    }),
    start: Type.Integer({
      description: 'Index at which it begins in the text of the document, in UTF-16 code units.',
      examples: [120],
    }),
    end: Type.Integer({ description: 'Index at which it ends, in UTF-16 code units.', examples: [177] }),
    text: Type.String({
      description: 'The passage itself.',
      examples: ['Delivery takes two working days. Express arrives tomorrow.'],
    }),
    score: Type.Number({
      description: 'Sum over the rankings of weight / (60 + place): compare it within one response only.',
      examples: [0.0327],
    }),
    ranks: Type.Object(
      {
        ...{ lexical: rank('words and n-grams'), vectors: rank('vectors'), rerank: rank('the agent’s model') },
      },
      { description: 'Its place in each ranking.' },
    ),
    terms: Type.Array(Type.String(), {
      description: 'The words of the question that it has, folded.',
      examples: [['delivery', 'take']],
    }),
    highlights: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
      description: 'Start and end of each match in `text`, in UTF-16 code units; up to 100.',
      examples: [[[0, 8]]],
    }),
  },
  { title: 'Passage', description: 'A passage that a search has found.' },
);

/** Result of a search. */
export const KnowledgeResults = Type.Object(
  {
    items: Type.Array(Passage, {
      description: 'Passages, best first. Fewer than `topK` if the response would exceed 4 MiB.',
    }),
    mode: modeName('Method by which the passages were ranked.'),
    notes: Type.Array(Type.String(), {
      description: 'Deviations from the request, and their reasons; usually empty.',
      examples: [[]],
    }),
  },
  { title: 'KnowledgeResults', description: 'The passages that an agent would be shown, and why.' },
);

/** Body of a search. */
export type KnowledgeQuery = Static<typeof KnowledgeQuery>;

/** Result of a search. */
export type KnowledgeResults = Static<typeof KnowledgeResults>;
