import { CompiledQuery } from 'kysely';
import type { Compilable } from '../../unit.ts';
import { stamps, table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

const raw = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

/** Teams of workspaces, and their members: decision 0100. A person who leaves a workspace leaves its teams. */
export const teams: Migration = {
  name: '0054-teams',
  up: (query, engine) => {
    const make = table(query, engine);
    return [
      make('teams', {
        ...{ id: 'id', workspace_id: 'text', name: 'text', name_folded: 'text', assignment: 'text' },
        ...{ answer_within: 'long?', version: 'long', ...stamps },
      }).addForeignKeyConstraint('teams_workspace', ['workspace_id'], 'workspaces', ['id']),
      query.schema.createIndex('teams_by_name').on('teams').columns(['workspace_id', 'name_folded']).unique(),
      query.schema.createIndex('teams_by_creation').on('teams').columns(['workspace_id', 'created_at', 'id']),
      make('team_members', {
        ...{ team_id: 'text', workspace_id: 'text', user_id: 'text', max_open: 'long?', position: 'long' },
      })
        .addPrimaryKeyConstraint('team_members_key', ['team_id', 'user_id'])
        .addForeignKeyConstraint('team_members_team', ['team_id'], 'teams', ['id'], (key) => key.onDelete('cascade'))
        .addForeignKeyConstraint(
          'team_members_member',
          ['workspace_id', 'user_id'],
          'members',
          ['workspace_id', 'user_id'],
          (key) => key.onDelete('cascade'),
        ),
      query.schema.createIndex('team_members_by_user').on('team_members').columns(['workspace_id', 'user_id']),
      ...(engine === 'sqlite' ? sqlite : postgres).map(raw),
    ];
  },
};

/** A team whose member leaves has another version: its ETag must not name the list of before. */
const changeTeams = (now: string, later: string) => `update teams
  set version = version + 1, updated_at = ${later}(updated_at + 1, ${now})
  where id in (
    select team_id from team_members
    where team_members.workspace_id = old.workspace_id and team_members.user_id = old.user_id);`;

const sqlite = [
  `create trigger teams_left before delete on members begin
    ${changeTeams("cast(unixepoch('subsec') * 1000 as integer)", 'max')}
  end`,
];

const postgres = [
  `create function teams_left() returns trigger language plpgsql as $$
begin
  ${changeTeams('cast(extract(epoch from clock_timestamp()) * 1000 as bigint)', 'greatest')}
  return old;
end $$`,
  'create trigger teams_left before delete on members for each row execute function teams_left()',
];
