import type { Principal } from '../access/actor.ts';
import type { NamesOf } from '../access/workspace-for.ts';
import { roomChannels } from '../features/channels/feature.ts';
import { deskQueue } from '../features/desk/feature.ts';
import { hoursFeature } from '../features/hours/feature.ts';
import { teamRoomsFeature } from '../features/team-rooms/feature.ts';
import { teamsFeature } from '../features/teams/feature.ts';
import type { Statement } from '../storage/unit.ts';
import type { Base } from './base.ts';

type RoomNeeds = Parameters<typeof teamRoomsFeature>[0];
type Answer = Parameters<ReturnType<RoomNeeds['conversations']>['send']>[2];

/** Dependencies of the desk on the other groups. */
interface DeskNeeds extends Pick<RoomNeeds, 'calls' | 'memberOf'> {
  /** The agents, which are composed after the rooms. */
  agents(): {
    readonly conversations: {
      readonly inRooms: Omit<ReturnType<RoomNeeds['conversations']>, 'send'>;
      readonly messages: { send(actor: Principal, to: { readonly id: string }, message: Answer): Promise<unknown> };
    };
  };
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
  { common, secrets, outbound, config, events: { onAppended } }: Base,
  { calls, agents, memberOf, nameOf, forgetTeam, findUser, namesOf }: DeskNeeds,
) {
  const { publicUrl, platformOrigins: origins } = config;
  const teamRooms = teamRoomsFeature({
    ...{ ...common, publicUrl, calls, memberOf, nameOfAgent: nameOf },
    ...{ onAppended, onError: common.onError },
    conversations: () => {
      const { inRooms, messages } = agents().conversations;
      return { ...inRooms, send: (actor, id, message) => messages.send(actor, { id }, message) };
    },
    findChannel: roomChannels({ ...common, secrets, outbound, publicUrl, origins }),
    nameOfPerson: async (id) => (await findUser({ id }))?.name,
  });
  const teams = teamsFeature({ ...common, namesOf, forgetTeam, arrived: deskQueue(common.enqueue).arrived });
  const hours = hoursFeature(common);
  return { teamRooms, teams, hours, features: [teamRooms, teams, hours] };
}
