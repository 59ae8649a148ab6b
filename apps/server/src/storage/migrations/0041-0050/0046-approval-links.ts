import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Mailed links that decide about a tool call: decision 0094. A person has at most one for a call. */
export const approvalLinks: Migration = {
  name: '0046-approval-links',
  up: (query, engine) => [
    table(query, engine)('approval_links', {
      ...{ id: 'id', workspace_id: 'text', call_id: 'text', user_id: 'text', email: 'text', expires_at: 'long' },
    })
      .addUniqueConstraint('approval_links_of_person', ['call_id', 'user_id'])
      .addForeignKeyConstraint('approval_links_call', ['call_id'], 'tool_calls', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .addForeignKeyConstraint('approval_links_user', ['user_id'], 'users', ['id'], (key) => key.onDelete('cascade')),
    query.schema.createIndex('approval_links_by_expiry').on('approval_links').column('expires_at'),
  ],
};
