import { signedHeaders } from '../../../apps/server/testing/servers/webhook-server.ts';
import { channelIn } from '../tenants/chores.ts';
import { demand, inParallel, pause } from './attack.ts';
import type { Neighbour } from './neighbour.ts';
import { deleteChannels } from './owner.ts';
import { insertWorkspaces, workspaces } from './workspaces.ts';

/** Messages a second that it sends itself: what waits for its address is deleted in the end. */
const pauseMs = { small: 100, full: 20 } as const;

/** Point 6 of "Holes, and shares by account". */
export const silence: Neighbour = {
  name: 'silence',
  what: 'has replies delivered to an address that takes them and never answers, from each of its workspaces',
  plan: 'free',
  least: { small: { messages: 12 }, full: { messages: 60 } },
  prepare: insertWorkspaces,
  attack: async (site) => {
    const { facts, size, signal } = site;
    const agents = Array.from({ length: workspaces[size] }, (_, index) => facts[`agent ${index}`]);
    const channels = await Promise.all(
      agents.map(async (agent) => {
        const body = { type: 'webhook', settings: { url: site.tarpit } };
        const path = `/api/agents/${agent}/channels`;
        const made = await demand(site, { what: 'channels', method: 'POST', path, body, until: 'ended' });
        return made === undefined ? [] : [channelIn(made)];
      }),
    ).then((lists) => lists.flat());
    await inParallel(site, 1, async (index) => {
      const { channel, secret = '' } = channels[index % channels.length] ?? {};
      const text = JSON.stringify({ type: 'message', user: { id: `user-${index}` }, text: 'Hello' });
      const headers = { 'content-type': 'application/json', ...signedHeaders(secret, text) };
      const form = { headers, bytes: Buffer.from(text) };
      const path = `/api/channels/${channel}/inbound`;
      await demand(site, { what: 'messages', method: 'POST', path, form, until: 'ended' });
      await pause(pauseMs[size], signal);
    });
  },
  tidy: deleteChannels,
};
