/** Compiled, never run: what the types allow and refuse. */
import type { Agent, Parley } from '../src/index.ts';

declare const client: Parley;
declare const idOrNothing: string | undefined;

export async function allowed(): Promise<Agent[]> {
  await client.agents.create({ name: 'Ada', temperature: 0.2 });
  // Optional fields may be passed as undefined.
  await client.agents.list({ status: undefined, workspaceId: idOrNothing });
  await client.agents.retrieve('agent_1', { signal: undefined, ifNoneMatch: idOrNothing });
  for await (const agent of client.agents.list({ limit: 100 })) agent.knowledgeSources.map((id) => id.length);
  return client.agents.list().toArray({ limit: 10 });
}

export async function refused(): Promise<void> {
  // @ts-expect-error A name is required.
  await client.agents.create({});
  // @ts-expect-error No such field.
  await client.agents.create({ name: 'Ada', prompt: 'Be kind.' });
  // @ts-expect-error No such status.
  await client.agents.update('agent_1', { status: 'paused' });
  // @ts-expect-error No such filter.
  await client.agents.list({ colour: 'red' });
  // @ts-expect-error An id is a string.
  await client.agents.delete(17);
  // @ts-expect-error No such option.
  await client.agents.retrieve('agent_1', { retries: 3 });
}
