import { longType, textType } from './columns.ts';
import type { Migration } from './migration.ts';

/** How many requests each key made in each hour. */
export const usage: Migration = {
  name: '0002-usage',
  up: (query, engine) => {
    const text = textType(engine);
    const long = longType(engine);
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
