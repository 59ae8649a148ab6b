import { sql } from 'kysely';
import { longType, textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** The positions of threads of notices in their conversations: decision 0113. Earlier notices have no thread. */
export const roomThreads: Migration = {
  name: '0069-room-threads',
  up: (query, engine) => [
    query.schema.alterTable('team_room_posts').addColumn('conversation_id', textType(engine)),
    query.schema.alterTable('team_room_posts').addColumn('thread_version', longType(engine)),
    query.schema.alterTable('team_room_posts').addColumn('thread_at', longType(engine)),
    query.schema.createIndex('team_room_posts_by_remote').on('team_room_posts').columns(['channel_id', 'remote']),
    // Finds the threads that tell something; those that have ended cost nothing.
    query.schema
      .createIndex('team_room_posts_in_threads')
      .on('team_room_posts')
      .columns(['workspace_id', 'id'])
      .where(sql.ref('thread_version'), 'is not', null),
  ],
};
