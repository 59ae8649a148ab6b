import { stamps, table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Texts that people send often: decision 0099. */
export const savedReplies: Migration = {
  name: '0052-saved-replies',
  up: (query, engine) => [
    table(query, engine)('saved_replies', {
      ...{ id: 'id', workspace_id: 'text', owner: 'text', created_by: 'text?', name: 'text', name_folded: 'text' },
      ...{ text: 'text', version: 'long', ...stamps },
    }).addForeignKeyConstraint('saved_replies_workspace', ['workspace_id'], 'workspaces', ['id']),
    query.schema
      .createIndex('saved_replies_by_name')
      .on('saved_replies')
      .columns(['workspace_id', 'owner', 'name_folded'])
      .unique(),
    // The deletion of a person looks for what they wrote.
    query.schema.createIndex('saved_replies_by_author').on('saved_replies').columns(['created_by', 'id']),
  ],
};
