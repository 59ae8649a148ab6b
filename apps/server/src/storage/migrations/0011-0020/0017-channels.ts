import { CompiledQuery, sql } from 'kysely';
import type { Compilable } from '../../unit.ts';
import { channelMessages } from '../channels/messages.ts';
import { longType, textType } from '../columns.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';
import { morePostgresTriggers } from '../quotas/postgres.ts';
import { channelCounts, channelSources } from '../quotas/sources.ts';
import { moreSqliteTriggers } from '../quotas/sqlite.ts';

const raw = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

/**
 * Columns of channels besides their agent, and daily counts of the messages that came through them. See decision 0046.
 */
export const channels: Migration = {
  name: '0017-channels',
  up: (query, engine) => {
    const text = textType(engine);
    const long = longType(engine);
    const make = table(query, engine);
    const alter = () => query.schema.alterTable('channels');
    return [
      alter().addColumn('name', text, (column) => column.notNull().defaultTo('')),
      alter().addColumn('settings', text, (column) => column.notNull().defaultTo('{}')),
      alter().addColumn('secrets', text, (column) => column.notNull().defaultTo('')),
      alter().addColumn('limits', text, (column) => column.notNull().defaultTo('{}')),
      alter().addColumn('offline_message', text),
      alter().addColumn('last_event_at', long),
      alter().addColumn('last_error', text),
      alter().addColumn('version', long, (column) => column.notNull().defaultTo(1)),
      alter().addColumn('deleted_at', long),
      query.schema
        .createIndex('channels_deleted')
        .on('channels')
        .columns(['deleted_at', 'id'])
        .where(sql<boolean>`deleted_at is not null`),
      query.schema.createIndex('channels_by_workspace').on('channels').columns(['workspace_id']),
      query.schema.alterTable('conversations').addColumn('thread', text),
      // Conversations of one visitor, or of one user of a messenger.
      query.schema
        .createIndex('conversations_listed_by_visitor')
        .on('conversations')
        .columns(['channel_id', 'user_id', 'workspace_id', 'created_at', 'id', 'thread', 'status'])
        .where(sql<boolean>`channel_id is not null`),
      make('channel_counts', {
        ...{ id: 'id', channel_id: 'text', workspace_id: 'text', messages: 'long', expires_at: 'long' },
      }).addForeignKeyConstraint('channel_counts_channel', ['channel_id'], 'channels', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
      query.schema.createIndex('channel_counts_by_channel').on('channel_counts').columns(['channel_id']),
      query.schema.createIndex('channel_counts_by_expiry').on('channel_counts').columns(['expires_at', 'id']),
      ...channelMessages(query, engine),
      ...(engine === 'postgres' ? morePostgresTriggers : moreSqliteTriggers)(channelSources).map(raw),
      raw(
        `insert into quota_counts (account_id, kind, slot, used) select account_id, kind, 0, used from (${channelCounts}) as counted`,
      ),
    ];
  },
};
