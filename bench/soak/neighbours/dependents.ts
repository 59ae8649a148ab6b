import { demand, inParallel } from './attack.ts';
import { insertHistory } from './histories.ts';
import type { Neighbour } from './neighbour.ts';

const history = {
  small: { conversations: 50, messages: 200 },
  full: { conversations: 600, messages: 500 },
} as const;
const parallel = { small: 4, full: 30 } as const;

/** Point 3 of the issue: counts over a long history. */
export const dependents: Neighbour = {
  name: 'dependents',
  what: 'asks for the dependents and the statistics of an agent with a long history, many times at once',
  plan: 'pro',
  least: { small: { counts: parallel.small }, full: { counts: parallel.full } },
  prepare: async (ground) => {
    const content = 'A message of ordinary length. '.repeat(10);
    const { agent } = await insertHistory(ground, { ...history[ground.size], content });
    return { agent, workspace: ground.workspace };
  },
  attack: (site) =>
    inParallel(site, parallel[site.size], async (index) => {
      const { agent, workspace } = site.facts;
      const path =
        index % 3 === 0
          ? `/api/conversations/statistics?workspaceId=${workspace}&days=90`
          : `/api/agents/${agent}/dependents`;
      await demand(site, { what: 'counts', method: 'GET', path });
    }),
};
