import { roomChannels } from '../features/channels/feature.ts';
import { teamRoomsFeature } from '../features/team-rooms/feature.ts';
import type { composeAgentAccess } from './agents.ts';
import type { Base } from './base.ts';
import type { composePeople } from './people.ts';
import type { composeTools } from './tools.ts';

/** Dependencies of rooms on the other groups. */
interface RoomGroupNeeds {
  readonly access: Pick<ReturnType<typeof composeAgentAccess>, 'nameOf'>;
  readonly people: Pick<ReturnType<typeof composePeople>['access'], 'people' | 'memberOf'>;
  readonly calls: ReturnType<typeof composeTools>['tools']['calls'];
}

/** Composes the rooms of teams. They come before the channels, which hand over what is for them. */
export function composeTeamRooms(
  { common, secrets, outbound, config }: Base,
  { access, people, calls }: RoomGroupNeeds,
) {
  const { publicUrl, platformOrigins: origins } = config;
  return teamRoomsFeature({
    ...{ ...common, publicUrl, calls },
    findChannel: roomChannels({ ...common, secrets, outbound, publicUrl, origins }),
    memberOf: people.memberOf,
    nameOfAgent: access.nameOf,
    nameOfPerson: async (id) => (await people.people.findUser({ id }))?.name,
  });
}
