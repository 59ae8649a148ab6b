import { headOf, hold, over } from './attack.ts';
import { insertHistory } from './histories.ts';
import type { Neighbour } from './neighbour.ts';

/** Six bytes each in JSON. */
const longest = '\u0001'.repeat(100_000);
const messages = { small: 20, full: 100 } as const;
const requests = { small: 12, full: 58 } as const;

/** Requests on one connection. */
const pipelined = 2;

/** Point 1 of the issue: pages of long messages that no client reads. */
export const unreadPages: Neighbour = {
  name: 'unread-pages',
  what: 'asks for pages of the longest messages, two on a connection, and reads nothing',
  plan: 'free',
  least: { small: { pages: requests.small }, full: { pages: requests.full } },
  prepare: (ground) => insertHistory(ground, { conversations: 1, messages: messages[ground.size], content: longest }),
  attack: async (site) => {
    const head = headOf('GET', `/api/conversations/${site.facts['conversation']}/messages?limit=100`, site.from);
    for (let sent = 0; sent < requests[site.size]; sent += pipelined) {
      // Without a listener for data, the socket reads no more than its own buffer.
      const socket = await hold(site);
      socket.write(`${head}\r\n`.repeat(pipelined));
      site.tally.did('pages', pipelined);
    }
    await over(site.signal);
  },
};
