import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';
import { timeField } from '../../../schemas/fields.ts';

/** The body that creates a code. */
export const RoomCodeDraft = Type.Object(
  {
    workspaceId: Type.String({
      maxLength: 100,
      description: 'Identifier of the workspace in whose room you want to decide.',
      examples: [ids.workspace],
    }),
  },
  { additionalProperties: false, title: 'RoomCodeDraft' },
);
export type RoomCodeDraft = Static<typeof RoomCodeDraft>;

/** A code that connects an account at a platform. */
export const RoomCode = Type.Object(
  {
    code: Type.String({
      description: 'The code. This answer is the only one that has it.',
      examples: ['7q2m9x4t1kzd'],
    }),
    command: Type.String({
      description: 'The message to send to the bot, in a direct message and not in the room.',
      examples: ['connect 7q2m9x4t1kzd'],
    }),
    expiresAt: timeField('Time at which it stops working', times.soon),
  },
  { title: 'RoomCode' },
);
export type RoomCode = Static<typeof RoomCode>;

/** An account at a platform that is connected with the caller. */
export const RoomAccount = Type.Object(
  {
    _id: Type.String({ description: 'Identifier of the connection.', examples: [ids.roomAccount] }),
    workspace: Type.String({ description: 'Identifier of the workspace.', examples: [ids.workspace] }),
    platform: Type.String({ description: '`slack` or `telegram`.', examples: ['slack'] }),
    externalId: Type.String({ description: 'ID of the account at the platform.', examples: ['U0ADA00001'] }),
    name: Type.String({ description: 'Name of the account at the platform, empty if unknown.', examples: ['ada'] }),
    createdAt: timeField('Time at which it was connected'),
  },
  { title: 'RoomAccount' },
);
export type RoomAccount = Static<typeof RoomAccount>;

/** The accounts of the caller. */
export const RoomAccounts = Type.Object(
  {
    items: Type.Array(RoomAccount, {
      description: 'Your accounts, the newest first: at most one per platform and workspace.',
    }),
  },
  { title: 'RoomAccounts' },
);

/** The path of one account. */
export const RoomAccountPath = Type.Object({
  id: Type.String({ description: 'Identifier of the connection.', examples: [ids.roomAccount] }),
});
