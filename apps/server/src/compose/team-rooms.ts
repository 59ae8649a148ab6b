import { roomChannels } from '../features/channels/feature.ts';
import { teamRoomsFeature } from '../features/team-rooms/feature.ts';
import type { Base } from './base.ts';

type FeatureNeeds = Parameters<typeof teamRoomsFeature>[0];

/** Dependencies of rooms on the other groups. */
interface RoomGroupNeeds extends Pick<FeatureNeeds, 'calls' | 'memberOf'> {
  /** The name of an agent of a workspace. */
  readonly nameOf: FeatureNeeds['nameOfAgent'];
  /** Finds a person by ID. */
  findUser(by: { readonly id: string }): Promise<{ readonly name: string } | undefined>;
}

/** Composes the rooms of teams. They come before the channels, which hand over what is for them. */
export function composeTeamRooms(
  { common, secrets, outbound, config }: Base,
  { calls, memberOf, nameOf, findUser }: RoomGroupNeeds,
) {
  const { publicUrl, platformOrigins: origins } = config;
  return teamRoomsFeature({
    ...{ ...common, publicUrl, calls, memberOf, nameOfAgent: nameOf },
    findChannel: roomChannels({ ...common, secrets, outbound, publicUrl, origins }),
    nameOfPerson: async (id) => (await findUser({ id }))?.name,
  });
}
