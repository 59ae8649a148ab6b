import type { Body, Data, ItemOf, Query } from '../core/endpoint.ts';
import type { Confirmation } from '../core/envelope.ts';

/** A workspace, with the caller's role and permissions in it. */
export interface Workspace extends Data<'GET /api/workspaces/{id}'> {}
/** The fields of a new workspace. */
export interface WorkspaceCreateParams extends Body<'POST /api/workspaces'> {}
/** Changes of a workspace; fields that are left out stay. */
export interface WorkspaceUpdateParams extends Body<'PUT /api/workspaces/{id}'> {}
/** Records that are deleted with a workspace, by kind. */
export type WorkspaceDependents = Exclude<Data<'DELETE /api/workspaces/{id}'>, Confirmation>;
/** The name of the workspace, as the confirmation of its deletion. */
export interface WorkspaceDeleteParams {
  readonly confirm: string;
}
/** The page of the list of workspaces. */
export interface WorkspaceListParams extends Query<'GET /api/workspaces'> {}

/** A permission in a workspace. */
export type Role = Workspace['role'];
/** A scope of a key; roles grant the same permissions. */
export type Scope = Workspace['permissions'][number];

/** A user in a workspace. */
export interface Member extends ItemOf<'GET /api/workspaces/{id}/members'> {}
/** A member of a workspace, by IDs. */
export interface MemberRef {
  readonly workspaceId: string;
  readonly userId: string;
}
/** The new role of a member. */
export interface MemberUpdateParams extends Body<'PUT /api/workspaces/{id}/members/{userId}'> {}
/** The page of the list of members. */
export interface MemberListParams extends Query<'GET /api/workspaces/{id}/members'> {}

/** A link that sets a new password for a member; its URL is shown once, or null if it was mailed. */
export interface MemberPasswordReset extends Data<'POST /api/workspaces/{id}/members/{userId}/password-reset'> {}

/** The room of a workspace's team at Slack or Telegram. */
export interface TeamRoom extends Data<'GET /api/workspaces/{id}/team-room'> {}
/** The channel and the room to set. */
export interface TeamRoomSetParams extends Body<'PUT /api/workspaces/{id}/team-room'> {}
/** A code that connects an account at Slack or Telegram. */
export interface RoomCode extends Data<'POST /api/me/room-codes'> {}
/** The workspace of a new code. */
export interface RoomCodeCreateParams extends Body<'POST /api/me/room-codes'> {}
/** The connected accounts. */
export interface RoomAccounts extends Data<'GET /api/me/room-accounts'> {}
/** A connected account. */
export type RoomAccount = RoomAccounts['items'][number];

/** A team of a workspace, which shares conversations among its members. */
export interface Team extends Data<'GET /api/teams/{id}'> {}
/** A member of a team, and the max of its open conversations. */
export type TeamMember = Team['members'][number];
/** The fields of a new team; `name` and `members` are required. */
export interface TeamCreateParams extends Body<'POST /api/teams'> {}
/** Changes of a team; fields that are left out stay. Read-only fields are accepted with their current value. */
export interface TeamUpdateParams extends Body<'PUT /api/teams/{id}'> {}
/** Filters and order of the list of teams. */
export interface TeamListParams extends Query<'GET /api/teams'> {}

/** The people of a workspace who may write in conversations, here or away. */
export interface AvailabilityList extends Data<'GET /api/workspaces/{id}/availability'> {}
/** The availability of a person in a workspace. */
export type Availability = AvailabilityList['items'][number];
/** Your own new state. */
export interface AvailabilitySetParams extends Body<'PUT /api/workspaces/{id}/availability'> {}
/** The working hours of a workspace, and whether it is open now. */
export interface WorkingHours extends Data<'GET /api/workspaces/{id}/hours'> {}
/** New working hours, which replace earlier ones as a whole. */
export interface WorkingHoursSetParams extends Body<'PUT /api/workspaces/{id}/hours'> {}

/** That the instance waits for its first owner. */
export interface SetupState extends Data<'GET /api/setup'> {}
/** The first owner: the token of the printed link, an email address and a password. */
export interface SetupParams extends Body<'POST /api/setup'> {}
/** The first owner and their workspace. */
export interface SetupDone extends Data<'POST /api/setup'> {}
