import type { Migration } from '../migration.ts';

/**
 * The conversations of each person who has taken some over, in the order in which an inbox shows them. Only those that
 * are taken over write it.
 */
export const takenBy: Migration = {
  name: '0021-taken-by',
  up: (query) => [
    query.schema
      .createIndex('conversations_listed_by_taker')
      .ifNotExists()
      .on('conversations')
      // The workspace comes second, as in the other indexes of filters (migration 0007).
      .columns(['taken_by', 'workspace_id', 'last_message_at', 'id', 'status', 'rating'])
      .where('taken_by', 'is not', null),
  ],
};
