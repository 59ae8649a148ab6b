import { channelIn } from '../tenants/chores.ts';
import { createClient } from '../tenants/client.ts';
import { addressOf, demand } from './attack.ts';
import type { Neighbour, Site } from './neighbour.ts';
import { deleteChannels } from './owner.ts';
import { insertWorkspaces } from './workspaces.ts';

/** Messages that a channel takes in a day. */
const messagesPerDay = 50;
/** Visitors at one address, and messages of one: as many as may send in a minute. */
const visitors = 3;
const messages = 20;
/** The first of the addresses that the rounds use up. */
const firstAddress = 3_000;

/** Point 13 of "Holes, and shares by account". */
export const visits: Neighbour = {
  name: 'visits',
  what: 'writes to its own channel from one address until that is refused; then a visitor at another address writes',
  plan: 'business',
  least: { small: { messages: messagesPerDay }, full: { messages: messagesPerDay } },
  prepare: insertWorkspaces,
  attack: async (site) => {
    for (let round = 0; !site.signal.aborted; round += 1) await once(site, round);
  },
  tidy: deleteChannels,
};

/** Throws if the flood of one address has used up the day of the channel. */
async function once(site: Site, round: number): Promise<void> {
  const agent = `/api/agents/${site.facts['agent 0']}`;
  const body = { type: 'page', limits: { messagesPerDay, visitorMessagesPerDay: null } };
  const made = await demand(site, {
    what: 'channels',
    method: 'POST',
    path: `${agent}/channels`,
    body,
    until: 'ended',
  });
  if (made === undefined) return;
  const { channel } = channelIn(made);
  const visit = async (address: string, times: number) => {
    const client = createClient({ url: site.from.url, address });
    const as = { ...site, client };
    const entered = await demand(as, {
      what: 'visitors',
      method: 'POST',
      path: `/api/channels/${channel}/visitors`,
      body: {},
    });
    const [token] = /pvt_[\w.-]+/.exec(entered ?? '') ?? [];
    const statuses = [];
    for (let index = 0; index < times && token !== undefined; index += 1) {
      const headers = { authorization: `Bearer ${token}` };
      site.tally.did('messages');
      const answer = await client.send('POST', `${agent}/chat`, { headers, body: { content: 'Hello' } });
      site.tally.answered(answer);
      statuses.push(answer.status);
    }
    client.close();
    return statuses;
  };
  const flooding = addressOf(firstAddress + 2 * round);
  await Promise.all(Array.from({ length: visitors }, () => visit(flooding, messages)));
  const [status] = await visit(addressOf(firstAddress + 2 * round + 1), 1);
  if (status !== undefined && status !== 201) throw new Error(`a visitor at another address got ${status}`);
}
