import { readFileSync } from 'node:fs';
import { addressOf, hold, over } from './attack.ts';
import type { Neighbour, Site } from './neighbour.ts';

/** Connections from one address, beyond what one may have. */
const crowd = { small: 150, full: 300 } as const;
/** Connections from many addresses, fewer from each than one may have. */
const spread = { small: 300, full: 10_000 } as const;
const perAddress = 50;

/** Number of connections that are opened at a time. */
const batch = 50;

/** Point 2 of the issue: connections that do nothing. */
export const idleSockets: Neighbour = {
  name: 'idle-sockets',
  what: 'opens connections, many from one address and many more from others, and keeps them idle',
  plan: 'free',
  // Fewer are possible if the operating system permits no more descriptors.
  least: { small: { connections: 100 }, full: { connections: 1_000 } },
  attack: async (site) => {
    const most = Math.min(spread[site.size], permitted());
    for (let opened = 0; opened < crowd[site.size] && !site.signal.aborted; opened += batch) {
      await open(
        site,
        Array.from({ length: batch }, () => site.from.address),
      );
    }
    for (let opened = 0; opened < most && !site.signal.aborted; opened += batch) {
      await open(
        site,
        Array.from({ length: batch }, (_, index) => addressOf(Math.floor((opened + index) / perAddress))),
      );
    }
    await over(site.signal);
  },
};

/** Every second one sends a request first, and is then kept alive; the others send nothing. */
async function open(site: Site, addresses: readonly string[]): Promise<void> {
  const sockets = await Promise.all(addresses.map((address) => hold(site, { url: site.from.url, address })));
  for (const [index, socket] of sockets.entries()) {
    socket.resume();
    if (index % 2 === 0) socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  }
  site.tally.did('connections', sockets.length);
}

/** Leaves descriptors for the other neighbours in this process. */
function permitted(): number {
  const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return limit === undefined ? spread.full : Math.max(0, Number(limit) - 6_000);
}
