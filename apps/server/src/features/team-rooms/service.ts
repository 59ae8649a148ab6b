import { demand, type Principal, personOf } from '../../access/actor.ts';
import { AppError, invalid } from '../../errors.ts';
import { SendFailure } from '../../platforms/messenger.ts';
import { type CurrentRoom, readRoom } from './current-room.ts';
import type { RoomChannel, RoomNeeds } from './needs.ts';
import type { TeamRoom, TeamRoomDraft } from './schema.ts';
import * as store from './store.ts';

export type TeamRooms = ReturnType<typeof createTeamRooms>;

/** Throws `workspace_not_found`, or `insufficient_role` for one who is no admin. */
function demandAdmin(actor: Principal, workspace: string): void {
  if (!actor.memberships.has(workspace)) throw new AppError('workspace_not_found', 'There is no such workspace.');
  demand(actor, 'workspace:admin', workspace);
}

/** The rooms of teams: read, set, remove. */
export function createTeamRooms(needs: RoomNeeds & { wasSet(): void }) {
  const { db, now, record, findChannel } = needs;

  /** Finds the channel of a draft and reads the ID of the room. Throws `validation_failed`. */
  const check = async (workspace: string, { channel: id, room: text }: TeamRoomDraft) => {
    const channel = await findChannel(workspace, id);
    if (channel === undefined) throw noChannel();
    if (!channel.isOn) throw invalid([{ path: 'channel', message: 'is switched off' }]);
    const room = channel.room.read(text);
    if (room === undefined) throw invalid([{ path: 'room', message: `must be a ${channel.room.title}` }]);
    return { channel, room };
  };

  return {
    read: async (actor: Principal, workspace: string): Promise<TeamRoom> => {
      demandAdmin(actor, workspace);
      return toTeamRoom(workspace, await readRoom(needs, workspace));
    },

    /**
     * Sets the room after a greeting was posted there: a wrong room, or one without the bot, is refused at once. Throws
     * `validation_failed`, or `undeliverable` in the words of the platform.
     */
    set: async (actor: Principal, workspace: string, draft: TeamRoomDraft): Promise<TeamRoom> => {
      demandAdmin(actor, workspace);
      const { channel, room: asked } = await check(workspace, draft);
      const room = await greet(channel, asked);
      const row = {
        ...{ id: workspace, channel_id: channel.id, room, credentials: channel.credentials, problem: null },
        ...{ user_id: personOf(actor) ?? null, created_at: now(), updated_at: now() },
      };
      await db.write({
        room: store.set(db, row, noChannel),
        event: record(actor, { type: 'team_room.set', workspace, data: { channel: channel.id } }),
      });
      needs.wasSet();
      return toTeamRoom(workspace, await readRoom(needs, workspace));
    },

    /** Forgets the room; also succeeds without one. */
    remove: async (actor: Principal, workspace: string): Promise<void> => {
      demandAdmin(actor, workspace);
      const found = await store.find(db, workspace);
      if (found === undefined) return;
      await db.write({
        room: store.remove(db, workspace),
        event: record(actor, { type: 'team_room.removed', workspace, data: { channel: found.channel_id } }),
      });
    },
  };
}

const noChannel = () =>
  invalid([{ path: 'channel', message: 'must be a Slack or Telegram channel of this workspace' }]);

/** Posts a greeting; returns the ID of the room in which it is. */
async function greet({ room: messenger, connect, context }: RoomChannel, room: string): Promise<string> {
  const title = ['This is the team’s room from now on: what waits for a person appears here.'];
  const notes = [['To decide and answer here, connect your account: Parley, settings, “Team room”.']];
  try {
    await connect();
    return (await messenger.post({ title, notes }, room, context)).room;
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    throw new AppError('undeliverable', `The greeting could not be posted. ${error.message}`, {
      hint: 'Make the bot a member of the room, and check the ID of the room.',
    });
  }
}

function toTeamRoom(workspace: string, { state, row }: CurrentRoom): TeamRoom {
  const iso = (time: number | undefined) => (time === undefined ? null : new Date(Number(time)).toISOString());
  return {
    ...{ workspace, channel: row?.channel_id ?? null, room: row?.room ?? null, state, problem: row?.problem ?? null },
    ...{ createdAt: iso(row?.created_at), updatedAt: iso(row?.updated_at) },
  };
}
