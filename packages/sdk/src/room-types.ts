import type { Body, Data } from './core/endpoint.ts';

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
