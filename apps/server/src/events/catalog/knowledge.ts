import { Type } from 'typebox';
import { exampleIds } from '../../schemas/examples.ts';
import { about, happened } from './event-kind.ts';

const { agent, question, source, fields } = about;

/** Events of knowledge sources and of unanswered questions. */
export const knowledgeEvents = {
  'knowledge_source.created': happened('A knowledge source was created.', {
    source,
    type: Type.String({ description: 'Its type.', examples: ['website'] }),
  }),
  'knowledge_source.updated': happened('A knowledge source was changed.', { source, fields }),
  'knowledge_source.ready': happened('A knowledge source can be used, or has new contents.', { source }),
  'knowledge_source.failed': happened('A knowledge source couldn’t be read.', {
    source,
    error: Type.String({ description: 'What is wrong.', examples: ['The page answers 404.'] }),
  }),
  'knowledge_source.needs_review': happened('A sync waits for a person, because it would remove much.', { source }),
  'knowledge_source.deleted': happened('A knowledge source was deleted.', {
    source,
    name: Type.String({ description: 'Its name.', examples: ['Delivery'] }),
  }),
  'question.answered': happened('An unanswered question got an answer.', {
    ...{ agent, question, source },
    pair: Type.String({
      description: 'Identifier of the pair of question and answer.',
      examples: [exampleIds.pair],
    }),
  }),
  'question.dismissed': happened('An unanswered question was dismissed.', { agent, question }),
} as const;
