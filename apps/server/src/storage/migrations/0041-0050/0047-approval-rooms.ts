import type { Tables } from '../../tables.ts';
import { stamps, table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** The room of a team at Slack or Telegram, its people, and the notices that were posted there: decision 0095. */
export const approvalRooms: Migration = {
  name: '0047-approval-rooms',
  up: (query, engine) => {
    const make = table(query, engine);
    const index = (name: string, on: keyof Tables, columns: string[]) =>
      query.schema.createIndex(name).on(on).columns(columns);
    return [
      make('team_rooms', {
        ...{ id: 'id', channel_id: 'text', room: 'text', credentials: 'text', user_id: 'text?', problem: 'text?' },
        ...stamps,
      }).addForeignKeyConstraint('team_rooms_channel', ['channel_id'], 'channels', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
      index('team_rooms_by_channel', 'team_rooms', ['channel_id']),
      make('team_room_people', {
        ...{ id: 'id', workspace_id: 'text', platform: 'text', external_id: 'text', name: 'text', user_id: 'text' },
        created_at: 'long',
      }).addForeignKeyConstraint('team_room_people_user', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
      index('team_room_people_by_account', 'team_room_people', ['workspace_id', 'platform', 'external_id']).unique(),
      index('team_room_people_by_user', 'team_room_people', ['user_id', 'workspace_id', 'platform']).unique(),
      make('team_room_codes', {
        ...{ id: 'id', workspace_id: 'text', user_id: 'text', digest: 'text', created_at: 'long', expires_at: 'long' },
      }).addForeignKeyConstraint('team_room_codes_user', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
      index('team_room_codes_by_digest', 'team_room_codes', ['digest']).unique(),
      index('team_room_codes_by_user', 'team_room_codes', ['user_id', 'workspace_id']).unique(),
      index('team_room_codes_by_workspace', 'team_room_codes', ['workspace_id']),
      index('team_room_codes_by_expiry', 'team_room_codes', ['expires_at']),
      make('team_room_posts', {
        ...{ id: 'id', workspace_id: 'text', kind: 'text', channel_id: 'text', room: 'text', remote: 'text' },
        ...{ state: 'text', created_at: 'long', expires_at: 'long' },
      }),
      index('team_room_posts_by_workspace', 'team_room_posts', ['workspace_id']),
      index('team_room_posts_by_expiry', 'team_room_posts', ['expires_at']),
    ];
  },
};
