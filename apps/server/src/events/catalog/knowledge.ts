import { Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';
import { about, happened } from './event-kind.ts';

const { agent, question, source, fields } = about;
const version = Type.Integer({ description: 'The version of its contents.', examples: [7] });
const part = (description: string, example: string) => Type.Optional(Type.String({ description, examples: [example] }));

/** Events of knowledge sources and of unanswered questions. */
export const knowledgeEvents = {
  'knowledge_source.created': happened('A knowledge source was created.', {
    source,
    type: Type.String({ description: 'Its type.', examples: ['website'] }),
  }),
  'knowledge_source.updated': happened(
    'A knowledge source was changed: its settings, documents, pairs, chunks (`chunks`) or hook (`hook`), a sync of it ' +
      'was asked for (`sync`), or a review decided (`review`).',
    {
      ...{ source, fields },
      document: part('Identifier of the only document that was added, changed or deleted.', exampleIds.document),
      pair: part('Identifier of the only pair that was added, changed or deleted.', exampleIds.pair),
      chunk: Type.Optional(Type.Integer({ description: 'Number of the chunk that was changed.', examples: [12] })),
      approved: Type.Optional(Type.Boolean({ description: 'The decision of the review.', examples: [true] })),
    },
  ),
  'knowledge_source.ready': happened('A knowledge source can be used, or has new contents.', {
    ...{ source, version },
    changed: Type.Boolean({ description: 'False if a sync found nothing new.', examples: [true] }),
  }),
  'knowledge_source.failed': happened('A knowledge source couldn’t be read.', {
    source,
    error: Type.Object(
      {
        code: Type.String({ description: 'Error code.', examples: ['unreachable'] }),
        message: Type.String({
          description: 'The problem, as a sentence.',
          examples: ['The server can’t be reached.'],
        }),
        hint: Type.String({ description: 'A sentence that says how to mend it.', examples: ['Check the URL.'] }),
      },
      { description: 'The problem.' },
    ),
  }),
  'knowledge_source.needs_review': happened('A sync waits for a person, because it would remove much.', {
    ...{ source, version },
    reasons: Type.Array(Type.String(), {
      description: 'Why, in sentences.',
      examples: [['27 of 30 documents would be removed.']],
    }),
  }),
  'knowledge_source.deleted': happened(
    'A knowledge source was deleted. If agents used it, `changes` has their `count` and the `first` 100 as `agents`; ' +
      'they have no events of their own.',
    { source, name: Type.String({ description: 'Its name.', examples: ['Delivery'] }) },
  ),
  'question.answered': happened('An unanswered question got an answer.', {
    ...{ agent, question, source },
    pair: Type.String({
      description: 'Identifier of the pair of question and answer.',
      examples: [exampleIds.pair],
    }),
  }),
  'question.dismissed': happened('An unanswered question was dismissed.', { agent, question }),
} as const;
