import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** The addresses to which answers of people go by mail: decision 0111. */
export const answerAddresses: Migration = {
  name: '0068-answer-addresses',
  up: (query, engine) => [
    table(query, engine)('answer_addresses', {
      ...{ id: 'id', workspace_id: 'text', email: 'text', time_zone: 'text', language: 'text' },
      ...{ mailed_until: 'long', expires_at: 'long' },
    }).addForeignKeyConstraint('answer_addresses_conversation', ['id'], 'conversations', ['id'], (key) =>
      key.onDelete('cascade'),
    ),
    query.schema.createIndex('answer_addresses_by_expiry').on('answer_addresses').column('expires_at'),
  ],
};
