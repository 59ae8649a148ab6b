import { endpoint } from '../../http/endpoint.ts';
import { TeamRoom, TeamRoomDraft, TeamRoomPath } from './schema.ts';
import type { TeamRooms } from './service.ts';

const shared = { tag: 'Workspaces', path: '/api/workspaces/:id/team-room', access: 'workspace:admin' } as const;

/** The operations on the room of a workspace's team. */
export const teamRoomEndpoints = (rooms: TeamRooms) => [
  endpoint({
    id: 'getTeamRoom',
    client: 'workspaces.teamRoom.retrieve',
    method: 'GET',
    ...shared,
    summary: 'Get the team’s room',
    description:
      'The Slack channel or Telegram group in which conversations that wait for a person, and tool calls that wait for ' +
      'approval, appear. People answer visitors in the threads of conversations.',
    params: TeamRoomPath,
    data: TeamRoom,
    errors: ['workspace_not_found'],
    handle: async ({ actor, params: { id } }) => ({ data: await rooms.read(actor, id) }),
  }),
  endpoint({
    id: 'setTeamRoom',
    client: 'workspaces.teamRoom.set',
    method: 'PUT',
    ...shared,
    confirmed: true,
    patient: true,
    summary: 'Set the team’s room',
    description:
      'Posts a greeting there first, through a Slack or Telegram channel of the workspace. If that fails, nothing ' +
      'changes and the error says why. From then on the agent doesn’t answer in this room.',
    params: TeamRoomPath,
    body: TeamRoomDraft,
    data: TeamRoom,
    errors: ['workspace_not_found', 'validation_failed', 'undeliverable'],
    handle: async ({ actor, params: { id }, body }) => ({ data: await rooms.set(actor, id, body) }),
  }),
  endpoint({
    id: 'deleteTeamRoom',
    client: 'workspaces.teamRoom.delete',
    method: 'DELETE',
    ...shared,
    summary: 'Remove the team’s room',
    description: 'Nothing is posted there any more, and no press counts. Also succeeds without a room.',
    params: TeamRoomPath,
    data: 'message',
    says: 'Team room removed.',
    errors: ['workspace_not_found'],
    handle: async ({ actor, params: { id } }) => {
      await rooms.remove(actor, id);
      return { message: 'Team room removed.' };
    },
  }),
];
