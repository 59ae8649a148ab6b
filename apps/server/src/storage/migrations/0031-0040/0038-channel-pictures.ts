import { textType } from '../columns.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Pictures of chats on the web: facts in the channel, bytes in a row of their own, which lists don't read. */
export const channelPictures: Migration = {
  name: '0038-channel-pictures',
  up: (query, engine) => [
    query.schema.alterTable('channels').addColumn('picture', textType(engine)),
    table(query, engine)('channel_pictures', {
      ...{ id: 'id', workspace_id: 'text', channel_id: 'text', type: 'text', content: 'text' },
    }).addForeignKeyConstraint('channel_pictures_channel', ['channel_id'], 'channels', ['id'], (key) =>
      key.onDelete('cascade'),
    ),
    query.schema.createIndex('channel_pictures_by_channel').on('channel_pictures').column('channel_id').unique(),
  ],
};
