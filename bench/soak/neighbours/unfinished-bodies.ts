import { countAnswer, headOf, hold, over } from './attack.ts';
import type { Neighbour } from './neighbour.ts';

const bodies = { small: 100, full: 2_000 } as const;

/**
 * Bytes that half of the requests announce, and those that the others announce: below the limit of 8 KiB of a public
 * body.
 */
const announced = { large: 1_000_000, permitted: 8_000 } as const;

/** Requests that need no credentials. */
const paths = ['/api/session', '/api/invitations/preview'];

/** Point 2 of the issue: bodies of public requests that never end. */
export const unfinishedBodies: Neighbour = {
  name: 'unfinished-bodies',
  what: 'sends public requests from one address, each but for the last byte of its body',
  plan: 'free',
  least: { small: { bodies: bodies.small }, full: { bodies: bodies.full } },
  attack: async (site) => {
    const anonymous = { url: site.from.url, address: site.from.address };
    for (let sent = 0; sent < bodies[site.size] && !site.signal.aborted; sent += 1) {
      const length = sent % 2 === 0 ? announced.large : announced.permitted;
      const socket = await hold(site, anonymous);
      countAnswer(site, socket);
      const head = headOf('POST', paths[sent % 4 < 2 ? 0 : 1] ?? '', anonymous);
      const framing = `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
      socket.write(`${head}${framing}{"email":"${'a'.repeat(length - 11)}`);
      site.tally.did('bodies');
    }
    await over(site.signal);
  },
};
