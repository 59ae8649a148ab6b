import { statement } from '../../src/storage/unit.ts';
import { teamRow } from '../fixtures/teams.ts';
import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

const conflicts = {
  team_name_taken: 'Names are drawn at random, and a workspace has one team of each only.',
  quota_exceeded: 'A workspace has up to 100 teams.',
};

/** Values of the fields that the service owns, which a change may echo. */
const without = { _id: undefined, workspace: undefined, createdAt: undefined, updatedAt: undefined };

/** Calls of the operations of the desk with which a valid request succeeds. */
export async function deskRows({ service: { db }, owner, next, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace } = owner;
  const bare = async (of = workspace) => {
    const row = teamRow(of);
    await db.write([statement(db.query.insertInto('teams').values(row))]);
    return row.id;
  };
  const one = { headers, params: { id: await bare() } };
  const agent = await made.agent();
  const channel = String((await made.post(`/api/agents/${agent}/channels`, { type: 'page' }))['_id']);
  /** A real member for those of a body. */
  const real = (body: Readonly<Record<string, unknown>>, user: string) => ({
    ...body,
    ...('members' in body && { members: [{ user, limit: 5 }] }),
  });
  return {
    createTeam: {
      target: (body) => {
        const person = next();
        return {
          headers: person.session,
          body: { ...real(body, person.person.id), workspaceId: person.workspace },
        };
      },
      conflicts,
    },
    listTeams: { target: () => ({ headers, query: { workspaceId: workspace } }) },
    getTeam: { target: () => one },
    // A team of its own for each request: many changes at once of one team are conflicts.
    updateTeam: {
      target: async (body) => ({
        headers,
        params: { id: await bare() },
        body: { ...real(body, owner.person.id), ...without },
      }),
      conflicts,
    },
    listAvailability: { target: () => ({ headers, params: { id: workspace } }) },
    setAvailability: { target: () => ({ headers, params: { id: workspace } }) },
    getChannelHandover: { target: () => ({ headers, params: { id: channel } }) },
    getWorkingHours: { target: () => ({ headers, params: { id: workspace } }) },
    setWorkingHours: {
      target: (body) => ({
        headers,
        params: { id: workspace },
        body: {
          ...{ ...body, timeZone: 'Europe/Berlin' },
          days: { monday: [{ from: '09:00', to: '17:00' }] },
          ...('holidays' in body && { holidays: [{ date: '2026-12-25' }] }),
        },
      }),
    },
    deleteWorkingHours: { target: () => ({ headers, params: { id: workspace } }) },
    deleteTeam: { target: async () => ({ headers, params: { id: await bare() } }) },
  };
}
