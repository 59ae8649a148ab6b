import type { NamesOf } from '../access/workspace-for.ts';
import { teamsFeature } from '../features/teams/feature.ts';
import type { Base } from './base.ts';
import { composeTeamRooms } from './team-rooms.ts';

/** Dependencies of the desk on the other groups. */
type DeskNeeds = Parameters<typeof composeTeamRooms>[1] & {
  /** The names of workspaces, by their IDs. */
  readonly namesOf: NamesOf;
};

/** Composes what people at the desk share: teams, and the rooms of teams at Slack or Telegram. */
export function composeDesk(base: Base, needs: DeskNeeds) {
  const { common } = base;
  const teamRooms = composeTeamRooms(base, needs);
  const teams = teamsFeature({ ...common, namesOf: needs.namesOf });
  return { teamRooms, teams, features: [teamRooms, teams] };
}
