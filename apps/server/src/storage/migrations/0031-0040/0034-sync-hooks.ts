import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Hooks that start the syncs of sources; a row goes with its source. */
export const syncHooks: Migration = {
  name: '0034-sync-hooks',
  up: (query, engine) => [
    table(query, engine)('sync_hooks', {
      ...{ source_id: 'id', workspace_id: 'text', secrets: 'text', created_at: 'long', rotated_at: 'long' },
      ...{ received_at: 'long?', last_event: 'text?' },
    }).addForeignKeyConstraint('sync_hooks_of_source', ['source_id'], 'knowledge_sources', ['id'], (key) =>
      key.onDelete('cascade'),
    ),
  ],
};
