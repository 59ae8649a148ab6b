import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The latest handovers of a workspace, for the time within which people usually answer: decision 0104. */
export const handedOver: Migration = {
  name: '0059-handed-over',
  up: (query) => [
    query.schema
      .createIndex('conversation_entries_handed_over')
      .on('conversation_entries')
      .columns(['workspace_id', 'created_at'])
      .where(sql<boolean>`type = 'handed_over'`),
  ],
};
