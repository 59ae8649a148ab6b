import type { Kysely } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { longType, textType } from '../columns.ts';
import { table } from '../foundation/table.ts';
import { owned } from './sources.ts';

/**
 * Agents' settings for answers, questions that they could not answer, and the questions that each source has answered.
 */
export function answerTables(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  return [
    query.schema
      .alterTable('agents')
      .addColumn('answer_mode', textType(engine), (column) => column.notNull().defaultTo('open')),
    query.schema.alterTable('agents').addColumn('rerank', longType(engine), (column) => column.notNull().defaultTo(0)),
    owned(
      make('knowledge_questions', {
        ...{ message_id: 'text', source_id: 'text', workspace_id: 'text', agent_id: 'text' },
        ...{ question: 'text', cited: 'text', created_at: 'long' },
      }).addPrimaryKeyConstraint('knowledge_questions_key', ['source_id', 'message_id']),
      { name: 'knowledge_questions_message', columns: ['message_id'], table: 'messages' },
    ),
    query.schema
      .createIndex('knowledge_questions_by_creation')
      .on('knowledge_questions')
      .columns(['source_id', 'created_at', 'message_id']),
    query.schema.createIndex('knowledge_questions_by_message').on('knowledge_questions').columns(['message_id']),
    owned(
      make('unanswered_questions', {
        ...{ id: 'id', message_id: 'text', workspace_id: 'text', agent_id: 'text', conversation_id: 'text' },
        ...{ question: 'text', question_key: 'text', created_at: 'long', settled_at: 'long?', pair_id: 'text?' },
      }),
      { name: 'unanswered_questions_message', columns: ['message_id'], table: 'messages' },
    ),
    query.schema
      .createIndex('unanswered_questions_by_agent')
      .on('unanswered_questions')
      .columns(['agent_id', 'created_at', 'id']),
    query.schema
      .createIndex('unanswered_questions_by_key')
      .on('unanswered_questions')
      .columns(['agent_id', 'question_key']),
    query.schema.createIndex('unanswered_questions_by_age').on('unanswered_questions').columns(['created_at', 'id']),
    query.schema.createIndex('unanswered_questions_by_message').on('unanswered_questions').columns(['message_id']),
  ];
}
