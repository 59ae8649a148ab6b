import type { ReadRow } from '../../storage/tables.ts';
import type { RoomChannel, RoomNeeds } from './needs.ts';
import type { RoomState } from './schema.ts';
import * as store from './store.ts';

/** The room of a workspace as it is now. */
export type CurrentRoom =
  | { readonly state: 'connected'; readonly row: ReadRow<'team_rooms'>; readonly channel: RoomChannel }
  | { readonly state: Exclude<RoomState, 'connected'>; readonly row: ReadRow<'team_rooms'> | undefined };

/** Reads the room of a workspace, and whether its channel still works as when an admin named it. */
export async function readRoom(
  { db, findChannel }: Pick<RoomNeeds, 'db' | 'findChannel'>,
  workspace: string,
  signal?: AbortSignal,
): Promise<CurrentRoom> {
  const row = await store.find(db, workspace);
  if (row === undefined) return { state: 'none', row };
  const channel = await findChannel(workspace, row.channel_id, signal);
  if (channel?.isOn !== true) return { state: 'off', row };
  if (channel.credentials !== row.credentials) return { state: 'unconfirmed', row };
  return { state: 'connected', row, channel };
}
