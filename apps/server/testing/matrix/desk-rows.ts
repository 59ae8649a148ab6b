import { allowed, found } from './checks.ts';
import { path, type Row } from './row.ts';

const [reads, admin] = ['conversations:read', 'workspace:admin'] as const;

const one = (needs: typeof reads | typeof admin): Row => ({
  ...{ needs, status: 200, slots: { id: path('team') } },
  checks: [found('id', 'team_not_found'), allowed('id', needs)],
});

const inWorkspace = (needs: 'conversations:read' | 'conversations:write' | 'workspace:admin'): Row => ({
  ...{ needs, status: 200, slots: { id: path('workspace') } },
  checks: [found('id', 'workspace_not_found'), allowed('id', needs)],
});

/** Calls of the endpoints of the desk, and their permissions. */
export const deskRows: Readonly<Record<string, Row>> = {
  // The member is made up; the tests of teams name real ones.
  createTeam: {
    ...{ needs: admin, status: 400, code: 'validation_failed' },
    body: ({ marker, serial }) => ({ name: `${marker} ${serial}`, members: [{ user: 'user_none' }] }),
    // Never left out: the calls before have created workspaces, so that several are within reach.
    slots: { workspaceId: { in: 'body', kind: 'workspace' } },
    checks: [found('workspaceId', 'workspace_not_found'), allowed('workspaceId', admin)],
  },
  listTeams: {
    needs: reads,
    status: 200,
    // It only narrows the list, so one out of reach gives an empty list.
    slots: { workspaceId: { in: 'query', kind: 'workspace', optional: true } },
  },
  getTeam: one(reads),
  updateTeam: { ...one(admin), body: ({ serial }) => ({ answerWithin: 30 + (serial % 1_000) }) },
  deleteTeam: one(admin),
  listAvailability: inWorkspace(reads),
  setAvailability: {
    ...inWorkspace('conversations:write'),
    body: ({ serial }) => ({ state: serial % 2 === 0 ? 'here' : 'away' }),
  },
  getChannelHandover: {
    ...{ needs: reads, status: 200, slots: { id: path('channel') } },
    checks: [found('id', 'channel_not_found'), allowed('id', reads)],
  },
  getWorkingHours: inWorkspace(reads),
  setWorkingHours: {
    ...inWorkspace(admin),
    body: ({ marker, serial }) => ({
      ...{ timeZone: 'Europe/Berlin', days: { monday: [{ from: '09:00', to: '17:00' }] } },
      holidays: [{ date: '2026-12-25', name: `${marker} ${serial}` }],
    }),
  },
  deleteWorkingHours: inWorkspace(admin),
};
