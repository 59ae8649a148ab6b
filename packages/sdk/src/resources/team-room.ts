import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { RequestOptions } from '../core/request.ts';
import type { TeamRoom, TeamRoomSetParams } from '../types.ts';

/** The methods of `client.workspaces.teamRoom`. */
export const createTeamRoom = ({ call }: Api) => ({
  /** Gets the room in which conversations and tool calls that wait for people appear. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<TeamRoom> =>
    call('GET /api/workspaces/{id}/team-room', { params: { id } }, options),

  /** Posts a greeting in a room, and sets it. Throws `ConflictError` if the greeting can't be posted. */
  set: (id: string, body: TeamRoomSetParams, options?: RequestOptions): APIPromise<TeamRoom> =>
    call('PUT /api/workspaces/{id}/team-room', { params: { id }, body }, options),

  /** Removes the room. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/workspaces/{id}/team-room', { params: { id } }, options),
});
