import type { Migration } from '../migration.ts';

/** Counts the notes of a conversation: decision 0106. */
export const conversationNotes: Migration = {
  name: '0062-conversation-notes',
  up: (query) => [
    query.schema
      .createIndex('conversation_notes')
      .on('conversation_entries')
      .columns(['conversation_id', 'type'])
      .where('type', '=', 'noted'),
  ],
};
