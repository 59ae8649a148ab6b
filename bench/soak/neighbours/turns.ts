import { begin, type Play, piece } from '../../../apps/server/testing/servers/fake-provider.ts';
import { createClient } from '../tenants/client.ts';
import { insertAgents } from './agents.ts';
import { addressOf, demand, inParallel } from './attack.ts';
import type { Neighbour } from './neighbour.ts';
import { deleteConversations, endUser } from './owner.ts';

const parallel = { small: 60, full: 1_000 } as const;

/** Connections of one address. */
const perAddress = 50;

/** Sends a piece a second for as long as it is asked. */
const speaksSlowly: Play = async (response, { closed }) => {
  begin(response);
  const speaking = setInterval(() => response.write(piece('word ')), 1_000);
  await closed;
  clearInterval(speaking);
};

/** Point 5 of the issue: as many turns and streams as an account may have, and more. */
export const turns: Neighbour = {
  name: 'turns',
  what: 'streams as many replies at once as it may; none of them ends',
  plan: 'business',
  least: { small: { chats: parallel.small }, full: { chats: parallel.full } },
  prepare: (ground) => insertAgents(ground, ['slow']),
  attack: async (site) => {
    site.provider.play('slow', speaksSlowly);
    const chats = parallel[site.size];
    // More connections than one address may have.
    const clients = Array.from({ length: Math.ceil(chats / perAddress) }, (_, index) =>
      createClient({ ...site.from, address: addressOf(index + 900) }),
    );
    await inParallel(site, chats, async (index) => {
      const client = clients[index % clients.length] ?? site.client;
      const body = { message: 'Go', userId: endUser, stream: true };
      const path = `/api/agents/${site.facts['slow']}/chat`;
      await demand({ ...site, client }, { what: 'chats', method: 'POST', path, body, until: 'begun' });
    });
    for (const client of clients) client.close();
  },
  tidy: deleteConversations,
};
