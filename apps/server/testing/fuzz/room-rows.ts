import { newId } from '../../src/ids.ts';
import { statement } from '../../src/storage/unit.ts';
import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

/** Calls of the operations on the team's room. No channel of Slack or Telegram is there. */
export function roomRows({ service: { db }, owner, next }: Cast): Record<string, Row> {
  const { key: headers, workspace } = owner;
  const one = { headers, params: { id: workspace } };
  return {
    getTeamRoom: { target: () => one },
    setTeamRoom: {
      target: () => one,
      conflicts: { validation_failed: 'No channel of Slack or Telegram is there.' },
      neverAccepted: 'No channel of Slack or Telegram is there; the tests of rooms set some.',
    },
    deleteTeamRoom: { target: () => one },
    createRoomCode: {
      target: () => {
        const person = next();
        return { headers: person.session, body: { workspaceId: person.workspace } };
      },
    },
    listRoomAccounts: { target: () => ({ headers: next().session }) },
    deleteRoomAccount: {
      target: async () => {
        const person = next();
        const id = newId('roomAccount');
        const account = { id, workspace_id: person.workspace, platform: id, external_id: id, name: '', created_at: 0 };
        const row = { ...account, user_id: person.person.id };
        await db.write([statement(db.query.insertInto('team_room_people').values(row))]);
        return { headers: person.session, params: { id } };
      },
    },
  };
}
