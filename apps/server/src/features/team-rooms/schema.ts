import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { mostlyNull, orNull, textLike, timeOrNull } from '../../schemas/fields.ts';

/** The states of a room. */
const states = ['none', 'connected', 'off', 'unconfirmed'] as const;
export type RoomState = (typeof states)[number];

/** The room of a workspace's team as the API returns it. */
export const TeamRoom = Type.Object(
  {
    workspace: Type.String({ description: 'Identifier of the workspace.', examples: [ids.workspace] }),
    channel: orNull(textLike(ids.channel), 'Identifier of the Slack or Telegram channel; null without a room.'),
    room: orNull(
      textLike('C0123456789'),
      'ID of the channel in Slack or of the group in Telegram; null without a room.',
    ),
    state: Type.Unsafe<RoomState>(
      Type.String({
        enum: [...states],
        description:
          '`connected`, `none`, `off` (the channel is switched off or deleted), or `unconfirmed`: the secrets of the ' +
          'channel have changed since, so nothing is posted and no press counts until an admin sets the room again.',
        examples: ['connected'],
      }),
    ),
    problem: mostlyNull(
      textLike('The app is no member of the channel. Invite it with /invite.'),
      'Why the latest notice could not be posted; null if it was.',
    ),
    createdAt: timeOrNull('Time at which the first room was set', 'null without a room', times.created),
    updatedAt: timeOrNull('Time at which the room was last set', 'null without a room', times.updated),
  },
  { title: 'TeamRoom' },
);
export type TeamRoom = Static<typeof TeamRoom>;

/** The body that sets the room. */
export const TeamRoomDraft = Type.Object(
  {
    channel: Type.String({
      maxLength: 100,
      description: 'Identifier of a Slack or Telegram channel of the workspace that is switched on.',
      examples: [ids.channel],
    }),
    room: Type.String({
      maxLength: 50,
      description: 'ID of a channel in Slack, such as C0123456789, or of a group in Telegram, such as -1001234567890.',
      examples: ['C0123456789'],
    }),
  },
  { additionalProperties: false, title: 'TeamRoomDraft' },
);
export type TeamRoomDraft = Static<typeof TeamRoomDraft>;

/** The path of the room of a workspace. */
export const TeamRoomPath = Type.Object({
  id: Type.String({ description: 'Workspace identifier.', examples: [ids.workspace] }),
});
