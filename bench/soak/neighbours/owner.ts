import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, createClient } from '../tenants/client.ts';
import type { Site } from './neighbour.ts';

/** Max tries of a request that is refused for a while. */
const attempts = 20;

/** The end user of every conversation of a neighbour. The conversations are deleted by this name. */
export const endUser = 'soak';

/** Deletes the conversations of an attack, as the owner of the workspace. */
export const deleteConversations = (site: Site): Promise<void> =>
  asOwner(site, async (send) => {
    await send('DELETE', `/api/conversations?userId=${endUser}`);
  });

/** Deletes everything that a list has, as the owner of its workspaces. */
const deleteAll =
  (list: string) =>
  (site: Site): Promise<void> =>
    asOwner(site, async (send) => {
      for (;;) {
        const { text } = await send('GET', `${list}?limit=20`);
        const { items } = (JSON.parse(text) as { data: { items: readonly { _id: string }[] } }).data;
        if (items.length === 0) return;
        for (const { _id } of items) await send('DELETE', `${list}/${_id}`);
      }
    });

/** Deletes every agent, source or channel of the workspaces, as their owner. */
export const deleteAgents = deleteAll('/api/agents');
export const deleteSources = deleteAll('/api/knowledge-sources');
export const deleteChannels = deleteAll('/api/channels');

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
