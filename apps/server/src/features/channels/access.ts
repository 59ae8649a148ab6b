import { type Actor, demand, reachOf } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import type { Database } from '../../storage/database.ts';
import { failures } from './failures.ts';
import type { ChannelAgent, ChannelNeeds } from './needs.ts';
import { picturePath, type StoredPicture } from './pictures/schema.ts';
import type { Channel } from './schema.ts';
import { limitsOf } from './settings/limits-schema.ts';
import * as store from './store.ts';
import { urlsOf } from './urls.ts';

/** The channel or agent that a caller wants, with the permission it needs. */
interface Wanted {
  readonly id: string;
  readonly permission: Permission;
}

/** Gets a channel within reach. Throws `channel_not_found`, or `insufficient_role` without the permission. */
export async function getChannel(db: Database, actor: Actor, { id, permission }: Wanted): Promise<store.SealedChannel> {
  const channel = await store.find(db, reachOf(actor), id);
  if (channel === undefined) throw failures.noChannel();
  demand(actor, permission, channel.workspace);
  return channel;
}

/** Gets an agent within reach, or of one workspace. Throws `agent_not_found`, or `insufficient_role` without the permission. */
export async function getAgent(
  findAgent: ChannelNeeds['findAgent'],
  actor: Actor,
  { id, permission, workspace }: Wanted & { readonly workspace?: string | undefined },
): Promise<ChannelAgent> {
  const agent = await findAgent(reachOf(actor), id);
  if (agent === undefined || (workspace ?? agent.workspace) !== agent.workspace) throw failures.noAgent();
  demand(actor, permission, agent.workspace);
  return agent;
}

/** Creates the function that completes the JSON of a channel as it is stored, with its addresses. */
export const createPresentation = (publicUrl: string) => {
  const channelOf = (json: string): Channel => {
    const channel = JSON.parse(json) as Omit<Channel, 'urls' | 'picture'> & { readonly picture: StoredPicture | null };
    const { hash, ...facts } = channel.picture ?? {};
    const picture = hash === undefined ? null : { url: `${publicUrl}${picturePath(channel._id, hash)}`, ...facts };
    return {
      ...{ ...channel, limits: limitsOf(channel.limits), urls: urlsOf(publicUrl, channel) },
      picture: picture as Channel['picture'],
    };
  };
  return {
    channelOf,
    /** Completes the JSON of a channel; only these fields, if set. */
    complete: (json: string, fields?: readonly string[]): string =>
      JSON.stringify(fields === undefined ? channelOf(json) : chosen(channelOf(json), fields)),
  };
};

const chosen = (channel: Channel, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(channel).filter(([name]) => fields.includes(name)));
