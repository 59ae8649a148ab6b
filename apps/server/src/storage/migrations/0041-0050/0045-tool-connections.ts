import { sql } from 'kysely';
import { stamps, table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Accounts at the servers of tools, connected by OAuth: decision 0093. Each has one lock, so one refresh at a time. */
export const toolConnections: Migration = {
  name: '0045-tool-connections',
  up: (query, engine) => [
    table(query, engine)('tool_connections', {
      ...{ id: 'id', workspace_id: 'text', tool_id: 'text', user_id: 'text?', state: 'text', record: 'text?' },
      ...{ expires_at: 'long?', locked_until: 'long?', locked_by: 'text?', ...stamps },
    }).addForeignKeyConstraint('tool_connections_tool', ['tool_id'], 'tools', ['id'], (key) => key.onDelete('cascade')),
    query.schema
      .createIndex('tool_connections_by_tool')
      .on('tool_connections')
      .unique()
      .column('tool_id')
      .expression(sql`coalesce(user_id, '')`),
  ],
};
