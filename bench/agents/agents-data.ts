import { load, wire } from '../shared/load.ts';
import type { Server } from '../shared/processes.ts';

const prompt = 'You are a careful assistant who answers from what you know. '.repeat(17);

let drafts = 0;

/** Returns the body of a request that creates an agent; each has another name. */
export function draft(): string {
  drafts += 1;
  return JSON.stringify({ name: `Agent ${drafts}`, description: 'Made by the benchmark.', systemPrompt: prompt });
}

/** Returns the ID of the first agent in a response. */
export const idOf = (body: string): string | undefined => /"_id":"([a-z0-9_-]+)"/.exec(body)?.[1];

/** Creates agents over the API until there are `agents` IDs. */
export async function fill({ port }: Server, { key, ids }: { key: string; ids: string[] }, agents: number) {
  const collect = (body: string) => {
    const id = idOf(body);
    if (id !== undefined) ids.push(id);
  };
  while (ids.length < agents) {
    const next = () => wire('POST', '/api/agents', { key, body: draft() });
    await load({ port, connections: 64, duration: 1_000, next, onBody: collect });
  }
  ids.length = agents;
}

/** Returns a random item, of the first `among` if given. */
export const pick = <Item>(items: readonly Item[], among = items.length): Item =>
  items[Math.floor(Math.random() * among)] as Item;
