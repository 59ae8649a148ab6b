import { endpoint } from '../../http/endpoint.ts';
import { answering } from '../../http/responses/answering.ts';
import { pageOf } from '../../schemas/lists.ts';
import { Team, TeamChanges, TeamDraft, TeamPath, TeamQuery } from './schema.ts';
import type { CreatedTeam, Teams } from './service.ts';

const tag = 'Teams';

const created = ({ team, version }: CreatedTeam) => ({
  ...{ data: team, version },
  right: { permission: 'workspace:admin', workspace: team.workspace } as const,
});

/** The operations on teams. */
export const teamEndpoints = (teams: Teams) => [
  endpoint({
    id: 'createTeam',
    client: 'teams.create',
    method: 'POST',
    path: '/api/teams',
    access: 'workspace:admin',
    tag,
    summary: 'Create a team',
    description: 'Its members are people of the workspace who may write in conversations. A workspace has up to 100.',
    body: TeamDraft,
    data: Team,
    status: 201,
    location: ({ _id }) => `/api/teams/${_id}`,
    tagged: true,
    errors: ['workspace_not_found', 'validation_failed', 'team_name_taken', 'quota_exceeded', 'version_conflict'],
    handle: (call) => answering(call, created, (along) => teams.create(call.actor, call.body, along)),
  }),
  endpoint({
    id: 'listTeams',
    client: 'teams.list',
    method: 'GET',
    path: '/api/teams',
    access: 'conversations:read',
    tag,
    summary: 'List teams',
    description: 'Newest first unless `sort` says otherwise.',
    query: TeamQuery,
    data: pageOf(Team),
    scans: true,
    handle: async ({ actor, query, awaited }) => ({ json: await teams.list(actor, query, awaited) }),
  }),
  endpoint({
    id: 'getTeam',
    client: 'teams.retrieve',
    method: 'GET',
    path: '/api/teams/:id',
    access: 'conversations:read',
    tag,
    summary: 'Get a team',
    description: 'With its members.',
    params: TeamPath,
    data: Team,
    tagged: true,
    errors: ['team_not_found'],
    handle: ({ actor, params: { id } }) => teams.read(actor, id),
  }),
  endpoint({
    id: 'updateTeam',
    client: 'teams.update',
    method: 'PUT',
    path: '/api/teams/:id',
    access: 'workspace:admin',
    tag,
    summary: 'Update a team',
    description:
      'Merges: absent fields stay unchanged, and `members` are replaced as a whole. A read-only field is accepted if it ' +
      'equals the stored value.',
    params: TeamPath,
    body: TeamChanges,
    data: Team,
    tagged: true,
    errors: ['team_not_found', 'read_only_field', 'validation_failed', 'team_name_taken', 'version_conflict'],
    handle: ({ actor, params: { id }, ifMatch, body }) => teams.update(actor, { id, ifMatch }, body),
  }),
  endpoint({
    id: 'deleteTeam',
    client: 'teams.delete',
    method: 'DELETE',
    path: '/api/teams/:id',
    access: 'workspace:admin',
    confirmed: true,
    tag,
    summary: 'Delete a team',
    description: 'Its members stay in the workspace.',
    params: TeamPath,
    data: 'message',
    says: 'Team deleted.',
    tagged: true,
    errors: ['team_not_found', 'version_conflict'],
    handle: async ({ actor, params: { id }, ifMatch }) => {
      await teams.remove(actor, { id, ifMatch });
      return { message: 'Team deleted.' };
    },
  }),
];
