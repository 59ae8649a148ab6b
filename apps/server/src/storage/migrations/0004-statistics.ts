import type { Migration } from './migration.ts';

/** Counting the messages of a day reads this index and no message. */
export const statistics: Migration = {
  name: '0004-statistics',
  up: (query) => [
    query.schema
      .createIndex('messages_by_creation')
      .on('messages')
      .columns(['workspace_id', 'created_at', 'conversation_id', 'role', 'status', 'feedback']),
  ],
};
