import { longType } from '../columns.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** On SQLite, too, events arrive in a table of their own, in the order of inserts, and get their position later. */
export const arrivingEvents: Migration = {
  name: '0073-arriving-events',
  up: (query, engine) => {
    if (engine === 'postgres') return [];
    const arrivals = table(query, engine)('events', {
      account_id: 'text',
      workspace_id: 'text?',
      type: 'text',
      actor: 'text',
      data: 'text',
      changes: 'text?',
      request_id: 'text?',
      address: 'text?',
      client: 'text?',
      created_at: 'long',
    });
    return [
      arrivals
        .addColumn('seq', longType(engine), (column) => column.primaryKey())
        .addForeignKeyConstraint('events_account', ['account_id'], 'accounts', ['id']),
    ];
  },
};
