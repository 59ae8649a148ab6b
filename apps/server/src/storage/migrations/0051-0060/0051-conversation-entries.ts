import { sql } from 'kysely';
import { longType } from '../columns.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Events of conversations beside their messages, and the time since which a visitor waits for a person: decision 0098. */
export const conversationEntries: Migration = {
  name: '0051-conversation-entries',
  up: (query, engine) => [
    table(query, engine)('conversation_entries', {
      ...{ id: 'id', workspace_id: 'text', conversation_id: 'text', type: 'text', actor: 'text', data: 'text' },
      ...{ version: 'long', created_at: 'long' },
    }).addForeignKeyConstraint(
      'conversation_entries_conversation',
      ['conversation_id'],
      'conversations',
      ['id'],
      (key) => key.onDelete('cascade'),
    ),
    query.schema
      .createIndex('conversation_entries_in_order')
      .on('conversation_entries')
      .columns(['conversation_id', 'created_at', 'id']),
    query.schema
      .createIndex('conversation_entries_by_version')
      .on('conversation_entries')
      .unique()
      .columns(['conversation_id', 'version']),
    query.schema.alterTable('conversations').addColumn('waiting_since', longType(engine)),
    query.schema
      .createIndex('conversations_waiting')
      .on('conversations')
      .columns(['workspace_id', 'waiting_since'])
      .where('waiting_since', 'is not', null),
    // Until now it was derived: a person has the conversation, and the last word is the visitor's.
    query
      .updateTable('conversations')
      .set({ waiting_since: sql<number>`last_message_at` })
      .where('status', '=', 'human')
      .where((of) =>
        of.or([
          of('taken_by', 'is', null),
          of(
            sql`(select newest.role from messages as newest where newest.conversation_id = conversations.id
              order by newest.created_at desc, newest.id desc limit 1)`,
            '=',
            'user',
          ),
        ]),
      ),
  ],
};
