import { demand, inParallel } from './attack.ts';
import type { Neighbour } from './neighbour.ts';
import { deleteAgents } from './owner.ts';

const parallel = { small: 4, full: 8 } as const;
const prompt = 'x'.repeat(90_000);

/** Point 6 of the issue: storing as much as an account may. */
export const hoards: Neighbour = {
  name: 'hoards',
  what: 'creates agents with prompts of 90 kB until it is refused',
  plan: 'pro',
  least: { small: { agents: parallel.small }, full: { agents: parallel.full } },
  // Beyond its quota.
  refusals: [408, 409, 413, 429, 503],
  meets: ['409 quota_exceeded'],
  empties: true,
  attack: (site) =>
    inParallel(site, parallel[site.size], async (index) => {
      const body = { name: `Hoarded ${index}`, systemPrompt: prompt };
      await demand(site, { what: 'agents', method: 'POST', path: '/api/agents', body, until: 'ended' });
    }),
  tidy: deleteAgents,
};
