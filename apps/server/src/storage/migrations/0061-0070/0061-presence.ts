import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/**
 * The people in each conversation, if processes share a database and no Redis: decision 0105. Without foreign keys, since
 * a row lasts 15 s and is then swept.
 */
export const presence: Migration = {
  name: '0061-presence',
  up: (query, engine) => {
    const make = table(query, engine);
    return [
      make('conversation_presence', {
        ...{ id: 'id', workspace_id: 'text', conversation_id: 'text', who: 'text' },
        ...{ is_typing: 'long', expires_at: 'long' },
      }),
      query.schema
        .createIndex('conversation_presence_by_workspace')
        .on('conversation_presence')
        .columns(['workspace_id', 'expires_at']),
      query.schema.createIndex('conversation_presence_by_expiry').on('conversation_presence').column('expires_at'),
    ];
  },
};
