import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The failed replies, by which lists find the conversations whose latest reply failed. No other message writes it. */
export const inbox: Migration = {
  name: '0019-inbox',
  up: (query) => [
    query.schema
      .createIndex('messages_failed_by_conversation')
      .ifNotExists()
      .on('messages')
      .columns(['workspace_id', 'conversation_id', 'created_at', 'id'])
      .where(sql<boolean>`status = 'failed'`),
  ],
};
