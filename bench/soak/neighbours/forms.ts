import { formType } from '../../../apps/server/testing/fixtures/forms.ts';
import { demand, inParallel } from './attack.ts';
import type { Neighbour } from './neighbour.ts';

const part = '--limit\r\n\r\n';
const bytes = Buffer.from(part.repeat(Math.floor((17 * 2 ** 20) / part.length)));

/** Point 2 of "Holes, and shares by account". */
export const forms: Neighbour = {
  name: 'forms',
  what: 'uploads 17 MB of empty parts',
  plan: 'free',
  least: { small: { uploads: 2 }, full: { uploads: 4 } },
  attack: (site) =>
    inParallel(site, 2, async () => {
      const form = { headers: formType(), bytes };
      await demand(site, { what: 'uploads', method: 'POST', path: '/api/knowledge-sources', form });
    }),
};
