import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The trials of a workspace in each order of their list. No other conversation writes them. */
export const playgroundList: Migration = {
  name: '0025-playground-list',
  up: (query) =>
    (
      [
        ['creation', 'created_at'],
        ['update', 'updated_at'],
        ['message', 'last_message_at'],
      ] as const
    ).map(([by, column]) =>
      query.schema
        .createIndex(`conversations_of_playground_by_${by}`)
        .ifNotExists()
        .on('conversations')
        .columns(['workspace_id', column, 'id'])
        .where(sql<boolean>`playground = 1`),
    ),
};
