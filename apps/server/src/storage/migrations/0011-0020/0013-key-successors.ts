import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** An index that finds the successor of a rotated key, which every answer about a key names. */
export const keySuccessors: Migration = {
  name: '0013-key-successors',
  up: (query) => [
    query.schema
      .createIndex('api_keys_by_predecessor')
      .on('api_keys')
      .columns(['rotated_from', 'created_at', 'id'])
      .where(sql<boolean>`rotated_from is not null`),
  ],
};
