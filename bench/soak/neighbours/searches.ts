import { demand, inParallel } from './attack.ts';
import { agentRow } from './histories.ts';
import type { Neighbour } from './neighbour.ts';

const agents = { small: 1_000, full: 6_000 } as const;
const parallel = { small: 4, full: 40 } as const;

const prompt = 'You are a careful assistant who answers from what you know. '.repeat(160);
const description = 'An agent without a search of its own. '.repeat(50);

/** Requests that scan: searches without a match, totals, and filters without an index. */
const queries = [
  '/api/agents?q=no-such-text&includeTotal=true',
  '/api/agents?q=nobody&limit=100&sort=name&includeTotal=true',
  '/api/agents?model=no-such-model&includeTotal=true',
];

/** Point 3 of the issue: searches and totals in parallel. */
export const searches: Neighbour = {
  name: 'searches',
  what: 'searches thousands of agents, with totals, many times at once',
  plan: 'pro',
  least: { small: { searches: parallel.small }, full: { searches: parallel.full } },
  prepare: async (ground) => {
    const rows = Array.from({ length: agents[ground.size] }, (_, index) =>
      agentRow(ground.workspace, `Agent ${index}`, {
        ...{ system_prompt: prompt, description, description_folded: description.toLowerCase() },
        ...{ answer_mode: 'open', grounding_judge: 'rules', rerank: 0 },
      }),
    );
    await ground.insert('agents', rows);
    return {};
  },
  attack: (site) =>
    inParallel(site, parallel[site.size], async (index) => {
      await demand(site, { what: 'searches', method: 'GET', path: queries[index % queries.length] ?? '' });
    }),
};
