import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** How many requests each key made in each hour. */
export const usage: Migration = {
  name: '0002-usage',
  up: (query, engine) => {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
    const long = engine === 'postgres' ? sql`bigint` : sql`integer`;
    return [
      query.schema
        .createTable('usage_hours')
        .addColumn('key_id', text, (column) => column.notNull())
        .addColumn('account_id', text, (column) => column.notNull())
        .addColumn('hour', long, (column) => column.notNull())
        .addColumn('requests', long, (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_hours_key', ['key_id', 'hour']),
      query.schema.createIndex('usage_hours_account').on('usage_hours').columns(['account_id', 'hour']),
      query.schema.createIndex('usage_hours_hour').on('usage_hours').columns(['hour']),
    ];
  },
};
