import { allowed, found, own } from './checks.ts';
import { path, type Row } from './row.ts';

const admin = 'workspace:admin';

const ofWorkspace: Row = {
  ...{ needs: admin, status: 200, slots: { id: path('workspace') } },
  checks: [found('id', 'workspace_not_found'), allowed('id', admin)],
};

/** Calls of the endpoints of the team's room, and their permissions. */
export const roomRows: Readonly<Record<string, Row>> = {
  getTeamRoom: ofWorkspace,
  // No channel of Slack is there; the tests of rooms set some.
  setTeamRoom: {
    ...{ ...ofWorkspace, status: 400, code: 'validation_failed' },
    body: () => ({ channel: 'channel_none', room: 'C0123456789' }),
  },
  deleteTeamRoom: ofWorkspace,
  createRoomCode: {
    ...{ needs: 'session', status: 200, slots: { workspaceId: { in: 'body', kind: 'workspace' } } },
    checks: [found('workspaceId', 'workspace_not_found'), allowed('workspaceId', 'conversations:write')],
  },
  listRoomAccounts: { needs: 'session', status: 200 },
  deleteRoomAccount: {
    ...{ needs: 'session', status: 200, slots: { id: path('roomAccount') } },
    checks: [own('id', 'room_account_not_found')],
  },
};
