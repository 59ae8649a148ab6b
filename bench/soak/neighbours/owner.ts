import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, createClient } from '../client.ts';
import type { Site } from './neighbour.ts';

/** How often a request is repeated that is refused for a while. */
const attempts = 20;

/** The end user of every conversation of a neighbour, by whom they are deleted. */
export const endUser = 'soak';

/** Deletes the conversations of an attack, as the owner of the workspace. */
export const deleteConversations = (site: Site): Promise<void> =>
  asOwner(site, async (send) => {
    await send('DELETE', `/api/conversations?userId=${endUser}`);
  });

/** Deletes every agent of the workspace, as its owner. */
export const deleteAgents = (site: Site): Promise<void> =>
  asOwner(site, async (send) => {
    for (;;) {
      const { text } = await send('GET', '/api/agents?limit=20');
      const ids = new Set([...text.matchAll(/agent_[a-z0-9]+/g)].map(([id]) => id));
      if (ids.size === 0) return;
      for (const id of ids) await send('DELETE', `/api/agents/${id}`);
    }
  });

type Send = (method: string, path: string) => Promise<Answer>;

/** Sends as the owner of the workspace. Waits as long as it is told to; rejects if that doesn't help. */
async function asOwner(site: Site, work: (send: Send) => Promise<void>): Promise<void> {
  const client = createClient(site.session, { reuse: false });
  const send: Send = async (method, path) => {
    let last: Answer | undefined;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      last = await client.send(method, path);
      if (last.status === 200 || last.status === 404) return last;
      await sleep((last.retryAfter ?? 1) * 1_000);
    }
    throw new Error(`${method} ${path} was refused ${attempts} times: ${last?.status} ${last?.text}`);
  };
  await work(send).finally(client.close);
}
