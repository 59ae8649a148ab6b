import { longType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/**
 * Adds to messages the version that their conversation had after their last change, for those who follow it. Existing
 * messages count as changed before any version. Few messages are rated, so the partial index costs others nothing.
 */
export const messageRevisions: Migration = {
  name: '0011-message-revisions',
  up: (query, engine) => [
    query.schema
      .alterTable('messages')
      .addColumn('revision', longType(engine), (column) => column.notNull().defaultTo(0)),
    query.schema.alterTable('messages').addColumn('rating_revision', longType(engine)),
    query.schema
      .createIndex('messages_by_rating')
      .on('messages')
      .columns(['conversation_id', 'rating_revision'])
      .where('rating_revision', 'is not', null),
  ],
};
