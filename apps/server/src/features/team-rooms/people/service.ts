import { randomBytes } from 'node:crypto';
import { demand, type Principal } from '../../../access/actor.ts';
import { tokenDigest } from '../../../access/secrets.ts';
import { AppError } from '../../../errors.ts';
import { digits } from '../../../ids.ts';
import type { ReadRow } from '../../../storage/tables.ts';
import type { RoomNeeds } from '../needs.ts';
import type { RoomAccount, RoomCode, RoomCodeDraft } from './schema.ts';
import * as store from './store.ts';

/** Time for which a code works, in ms. */
const codeMs = 10 * 60_000;

/** Characters of a code: 60 random bits. */
const codeLength = 12;

/** Form of a message that connects an account. */
export const commandForm = /^\s{0,9}\/?connect\s{1,9}([0-9a-hjkmnp-tv-z]{12})\s{0,9}$/i;

export type RoomPeople = ReturnType<typeof createRoomPeople>;

/** The accounts at platforms by which members decide in rooms. */
export function createRoomPeople({ db, now, newId, record }: RoomNeeds) {
  return {
    /** Creates a code, in place of an earlier one. Throws `workspace_not_found` or `insufficient_role`. */
    createCode: async (actor: Principal, { workspaceId: workspace }: RoomCodeDraft): Promise<RoomCode> => {
      if (!actor.memberships.has(workspace)) throw new AppError('workspace_not_found', 'There is no such workspace.');
      demand(actor, 'conversations:write', workspace);
      const code = [...randomBytes(codeLength)].map((byte) => digits.charAt(byte & 31)).join('');
      const row = {
        ...{ id: newId('roomCode'), workspace_id: workspace, user_id: actor.user.id, digest: tokenDigest(code) },
        ...{ created_at: now(), expires_at: now() + codeMs },
      };
      await db.write(store.insertCode(db, row));
      return { code, command: `connect ${code}`, expiresAt: new Date(row.expires_at).toISOString() };
    },

    list: async (actor: Principal): Promise<{ items: RoomAccount[] }> => ({
      items: (await store.list(db, actor.user.id)).map(toAccount),
    }),

    /** Disconnects an account of the caller. Throws `room_account_not_found`. */
    remove: async (actor: Principal, id: string): Promise<void> => {
      const mine = (await store.list(db, actor.user.id)).find((row) => row.id === id);
      if (mine === undefined) throw notFound();
      const { workspace_id: workspace, platform } = mine;
      await db.write({
        removed: store.remove(db, actor.user.id, id, notFound),
        event: record(actor, { type: 'room_account.disconnected', workspace, data: { user: actor.user.id, platform } }),
      });
    },
  };
}

const notFound = () => new AppError('room_account_not_found', 'You have no such account at a platform.');

const toAccount = (row: ReadRow<'team_room_people'>): RoomAccount => ({
  ...{ _id: row.id, workspace: row.workspace_id, platform: row.platform, externalId: row.external_id, name: row.name },
  createdAt: new Date(Number(row.created_at)).toISOString(),
});
