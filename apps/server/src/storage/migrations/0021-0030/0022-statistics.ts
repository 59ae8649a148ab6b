import { sql } from 'kysely';
import { longType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/**
 * Columns and indexes for the statistics: a flag of conversations in the playground, and an index of the messages with
 * their tokens and latencies. Its columns change only with the status of a reply, which the index before it had too.
 */
export const statistics: Migration = {
  name: '0022-statistics',
  up: (query, engine) => [
    query.schema
      .alterTable('conversations')
      .addColumn('playground', longType(engine), (column) => column.notNull().defaultTo(0)),
    // The dashboard marked them by their metadata, which is text, and is compared as the dashboard wrote it.
    query.updateTable('conversations').set({ playground: 1 }).where('metadata', '=', '{"playground":true}'),
    query.schema
      .createIndex('conversations_listed_by_playground')
      .on('conversations')
      .columns(['id'])
      .unique()
      .where(sql<boolean>`playground = 1`),
    query.schema
      .createIndex('messages_listed_by_creation')
      .ifNotExists()
      .on('messages')
      .columns([
        ...(['workspace_id', 'created_at', 'conversation_id', 'role', 'status', 'feedback'] as const),
        ...(['input_tokens', 'output_tokens', 'latency_ms'] as const),
      ]),
    query.schema.dropIndex('messages_by_creation'),
    // Channels of a workspace that need a person's attention.
    query.schema
      .createIndex('channels_listed_by_status')
      .on('channels')
      .columns(['workspace_id', 'status', 'created_at', 'id']),
  ],
};
