import { sql } from 'kysely';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/**
 * Read positions of each person: in a conversation up to a message, and in a workspace up to a time. For existing
 * members, everything so far counts as read.
 */
export const reads: Migration = {
  name: '0024-reads',
  up: (query, engine) => {
    const make = table(query, engine);
    return [
      make('conversation_reads', { conversation_id: 'text', user_id: 'text', workspace_id: 'text', read_until: 'long' })
        .addPrimaryKeyConstraint('conversation_reads_key', ['conversation_id', 'user_id'])
        .addForeignKeyConstraint(
          'conversation_reads_conversation',
          ['conversation_id'],
          'conversations',
          ['id'],
          (key) => key.onDelete('cascade'),
        )
        .addForeignKeyConstraint('conversation_reads_user', ['user_id'], 'users', ['id'], (key) =>
          key.onDelete('cascade'),
        ),
      query.schema
        .createIndex('conversation_reads_by_user')
        .on('conversation_reads')
        .columns(['user_id', 'conversation_id']),
      make('workspace_reads', { workspace_id: 'text', user_id: 'text', read_until: 'long' })
        .addPrimaryKeyConstraint('workspace_reads_key', ['workspace_id', 'user_id'])
        .addForeignKeyConstraint(
          'workspace_reads_member',
          ['workspace_id', 'user_id'],
          'members',
          ['workspace_id', 'user_id'],
          (key) => key.onDelete('cascade'),
        ),
      {
        compile: () =>
          sql`insert into workspace_reads (workspace_id, user_id, read_until)
            select members.workspace_id, members.user_id, coalesce((
              select max(conversations.last_message_at) from conversations
              where conversations.workspace_id = members.workspace_id), 0)
            from members`.compile(query),
      },
    ];
  },
};
