import { stamps, table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Filters of conversations under a name: decision 0099. */
export const views: Migration = {
  name: '0053-views',
  up: (query, engine) => [
    table(query, engine)('views', {
      ...{ id: 'id', workspace_id: 'text', owner: 'text', created_by: 'text?', name: 'text', name_folded: 'text' },
      ...{ filters: 'text', version: 'long', ...stamps },
    }).addForeignKeyConstraint('views_workspace', ['workspace_id'], 'workspaces', ['id']),
    query.schema.createIndex('views_by_name').on('views').columns(['workspace_id', 'owner', 'name_folded']).unique(),
    // The deletion of a person looks for what they wrote.
    query.schema.createIndex('views_by_author').on('views').columns(['created_by', 'id']),
  ],
};
