import { Type } from 'typebox';
import { about, happened } from './event-kind.ts';

const { channel, user } = about;
const platform = Type.String({ description: '`slack` or `telegram`.', examples: ['slack'] });

/** Events of the rooms of teams. */
export const teamRoomEvents = {
  'team_room.set': happened('The room of the team was set.', { channel }),
  'team_room.removed': happened('The room of the team was removed.', { channel }),
  'room_account.connected': happened('A member connected an account at a platform, to decide in the room.', {
    user,
    platform,
  }),
  'room_account.disconnected': happened('A member disconnected an account at a platform.', { user, platform }),
} as const;
