import { createClient } from '../tenants/client.ts';
import { addressOf, inParallel, pause } from './attack.ts';
import type { Neighbour } from './neighbour.ts';

const parallel = { small: 2, full: 20 } as const;

/** Point 8 of the issue: guesses of a password. */
export const signIns: Neighbour = {
  name: 'sign-ins',
  what: 'guesses the password of the tenant’s owner from many addresses',
  plan: 'free',
  least: { small: { guesses: parallel.small }, full: { guesses: parallel.full } },
  refusals: [401, 408, 413, 429, 503],
  attack: (site) =>
    inParallel(site, parallel[site.size], async (index) => {
      // Each address guesses as often as is free, and then gives way to the next one.
      const address = addressOf(1_000 + (Math.floor(index / 4) % 2_000));
      const headers = { origin: site.from.url };
      const client = createClient({ url: site.from.url, address, headers }, { reuse: false });
      site.tally.did('guesses');
      try {
        const body = { email: site.victim, password: `not the password ${index}` };
        site.tally.answered(await client.send('POST', '/api/session', { body, signal: site.signal }));
      } catch (error) {
        if (!site.signal.aborted) site.tally.cut(String((error as NodeJS.ErrnoException).code));
      } finally {
        client.close();
      }
      await pause(20, site.signal);
    }),
};
