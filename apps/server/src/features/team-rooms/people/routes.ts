import { endpoint } from '../../../http/endpoint.ts';
import { RoomAccountPath, RoomAccounts, RoomCode, RoomCodeDraft } from './schema.ts';
import type { RoomPeople } from './service.ts';

// An API key can't connect anything: who has it would keep deciding in the name of its user after it is revoked.
const shared = { tag: 'Account', access: 'session' } as const;

/** The operations on the accounts by which the caller decides in rooms. */
export const roomPeopleEndpoints = (people: RoomPeople) => [
  endpoint({
    id: 'createRoomCode',
    client: 'me.roomAccounts.createCode',
    method: 'POST',
    path: '/api/me/room-codes',
    ...shared,
    confirmed: true,
    secret: true,
    repeatable: false,
    summary: 'Create a code that connects your Slack or Telegram account',
    description:
      'Send `command` to the bot of the team’s room, in a direct message. From then on, presses of this account are ' +
      'yours. The code works once, for ten minutes, and ends an earlier one.',
    body: RoomCodeDraft,
    data: RoomCode,
    errors: ['workspace_not_found', 'insufficient_role'],
    handle: async ({ actor, body }) => ({ data: await people.createCode(actor, body) }),
  }),
  endpoint({
    id: 'listRoomAccounts',
    client: 'me.roomAccounts.list',
    method: 'GET',
    path: '/api/me/room-accounts',
    ...shared,
    summary: 'List your Slack and Telegram accounts',
    description: 'The accounts by which you decide in rooms of your workspaces.',
    data: RoomAccounts,
    handle: async ({ actor }) => ({ data: await people.list(actor) }),
  }),
  endpoint({
    id: 'deleteRoomAccount',
    client: 'me.roomAccounts.delete',
    method: 'DELETE',
    path: '/api/me/room-accounts/:id',
    ...shared,
    summary: 'Disconnect one of your accounts',
    description: 'Its presses no longer count.',
    params: RoomAccountPath,
    data: 'message',
    says: 'Account disconnected.',
    errors: ['room_account_not_found'],
    handle: async ({ actor, params: { id } }) => {
      await people.remove(actor, id);
      return { message: 'Account disconnected.' };
    },
  }),
];
