import { demand, over } from './attack.ts';
import type { Neighbour } from './neighbour.ts';
import { deleteSources } from './owner.ts';
import { insertWorkspaces, workspaces } from './workspaces.ts';

/** Point 3 of "Holes, and shares by account". */
export const crawls: Neighbour = {
  name: 'crawls',
  what: 'has a site read in each of its workspaces that wants 30 s between two pages',
  plan: 'free',
  least: { small: { sites: workspaces.small }, full: { sites: workspaces.full } },
  prepare: insertWorkspaces,
  attack: async (site) => {
    const sites = Array.from({ length: workspaces[site.size] }, (_, index) => index);
    await Promise.all(
      sites.map((index) => {
        const body = { type: 'website', url: `${site.tarpit}/${index}/`, workspaceId: site.facts[index] };
        return demand(site, { what: 'sites', method: 'POST', path: '/api/knowledge-sources', body, until: 'ended' });
      }),
    );
    await over(site.signal);
  },
  tidy: deleteSources,
};
