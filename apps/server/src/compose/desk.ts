import type { NamesOf } from '../access/workspace-for.ts';
import { roomChannels } from '../features/channels/feature.ts';
import { deskQueue } from '../features/desk/feature.ts';
import { hoursFeature } from '../features/hours/feature.ts';
import { teamRoomsFeature } from '../features/team-rooms/feature.ts';
import { teamsFeature } from '../features/teams/feature.ts';
import type { Statement } from '../storage/unit.ts';
import type { Base } from './base.ts';

type RoomNeeds = Parameters<typeof teamRoomsFeature>[0];

/** Dependencies of the desk on the other groups. */
interface DeskNeeds extends Pick<RoomNeeds, 'calls' | 'memberOf'> {
  /** The agents, which are composed after the rooms. */
  agents(): { readonly conversations: { readonly inRooms: ReturnType<RoomNeeds['conversations']> } };
  /** The name of an agent of a workspace. */
  readonly nameOf: RoomNeeds['nameOfAgent'];
  /** Returns the statement that removes a deleted team from the rules of agents. */
  forgetTeam(workspace: string, team: string): Statement;
  /** Finds a person by ID. */
  findUser(by: { readonly id: string }): Promise<{ readonly name: string } | undefined>;
  /** The names of workspaces, by their IDs. */
  readonly namesOf: NamesOf;
}

/**
 * Composes what the people of a workspace share: teams with the availability of people, working hours, and the rooms of
 * teams at Slack or Telegram. It comes before the channels, which hand over what is for a room.
 */
export function composeDesk(
  { common, secrets, outbound, config }: Base,
  { calls, agents, memberOf, nameOf, forgetTeam, findUser, namesOf }: DeskNeeds,
) {
  const { publicUrl, platformOrigins: origins } = config;
  const teamRooms = teamRoomsFeature({
    ...{ ...common, publicUrl, calls, memberOf, nameOfAgent: nameOf },
    conversations: () => agents().conversations.inRooms,
    findChannel: roomChannels({ ...common, secrets, outbound, publicUrl, origins }),
    nameOfPerson: async (id) => (await findUser({ id }))?.name,
  });
  const teams = teamsFeature({ ...common, namesOf, forgetTeam, arrived: deskQueue(common.enqueue).arrived });
  const hours = hoursFeature(common);
  return { teamRooms, teams, hours, features: [teamRooms, teams, hours] };
}
