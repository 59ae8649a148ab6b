import { demand, inParallel } from './attack.ts';
import { insertHistory } from './histories.ts';
import type { Neighbour, Site } from './neighbour.ts';
import { deleteAgents } from './owner.ts';

/** Numbers of conversations: of an agent that is deleted immediately, and of one that is created for it. */
const seeded = { small: 2_000, full: 99_900 } as const;
const created = { small: 600, full: 3_000 } as const;

/** Requests at a time. */
const parallel = 16;

/** Point 7 of the issue: deleting large objects. */
export const removals: Neighbour = {
  name: 'removals',
  what: 'deletes an agent with very many conversations, then creates more and deletes them, again and again',
  plan: 'business',
  least: { small: { deletions: 1 }, full: { deletions: 2 } },
  refusals: [404, 408, 413, 429, 503],
  empties: true,
  prepare: async (ground) => {
    const conversations = seeded[ground.size];
    const { agent } = await insertHistory(ground, { conversations, messages: 1, content: 'Hello' });
    return { agent };
  },
  attack: async (site) => {
    await remove(site, site.facts['agent'] ?? '');
    while (!site.signal.aborted) await createAndRemove(site);
  },
  tidy: deleteAgents,
};

async function remove(site: Site, agent: string): Promise<void> {
  await demand(site, { what: 'deletions', method: 'DELETE', path: `/api/agents/${agent}` });
}

async function createAndRemove(site: Site): Promise<void> {
  const creation = { method: 'POST', path: '/api/agents', body: { name: 'Doomed' }, until: 'ended' } as const;
  const text = await demand(site, { what: 'agents', ...creation });
  const [agent] = /agent_[a-z0-9]+/.exec(text ?? '') ?? [];
  if (agent === undefined) return;
  const enough = new AbortController();
  const filling = { ...site, signal: AbortSignal.any([site.signal, enough.signal]) };
  await inParallel(filling, parallel, async (index) => {
    if (index > created[site.size]) enough.abort();
    else
      await demand(site, {
        ...{ what: 'conversations', method: 'POST', path: `/api/agents/${agent}/conversations` },
        body: { title: 'Doomed' },
      });
  });
  await remove(site, agent);
}
