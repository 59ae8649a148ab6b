import { textType } from './columns.ts';
import type { Migration } from './migration.ts';

/** What an `Idempotency-Key` keeps of an answer about a conversation goes when the conversation goes. */
export const keptAnswers: Migration = {
  name: '0006-kept-answers',
  up: (query, engine) => [
    query.schema
      .alterTable('idempotency_keys')
      .addColumn('conversation_id', textType(engine), (column) =>
        column.references('conversations.id').onDelete('cascade'),
      ),
    query.schema
      .createIndex('idempotency_keys_by_conversation')
      .on('idempotency_keys')
      .columns(['conversation_id'])
      .where('conversation_id', 'is not', null),
  ],
};
