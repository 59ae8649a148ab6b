import { sql } from 'kysely';
import { platformMessages } from '../channels/platforms.ts';
import { longType, textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** Facts about channels' platforms: their health, the recipients of replies, and the delivery of each message. */
export const messengers: Migration = {
  name: '0018-messengers',
  up: (query, engine) => {
    const text = textType(engine);
    const long = longType(engine);
    const alter = (table: 'channels' | 'channel_outbox') => query.schema.alterTable(table);
    return [
      alter('channels').addColumn('refused', long, (column) => column.notNull().defaultTo(0)),
      alter('channels').addColumn('held_until', long, (column) => column.notNull().defaultTo(0)),
      alter('channels').addColumn('probed_at', long, (column) => column.notNull().defaultTo(0)),
      alter('channels').addColumn('poll_cursor', text),
      alter('channel_outbox').addColumn('context', text),
      alter('channel_outbox').addColumn('last_event_at', long),
      alter('channel_outbox').addColumn('error_code', text),
      query.schema
        .createIndex('channels_probed')
        .on('channels')
        .columns(['probed_at', 'id'])
        .where(sql<boolean>`type not in ('widget', 'page')`),
      ...platformMessages(query, engine),
    ];
  },
};
