import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { service } from '../../../testing/harness.ts';

const hour = 60 * 60_000;

describe.each(engines)('a clock that is set back, on %s', (engine) => {
  const parley = service(engine);
  let client: Parley;

  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  test('leaves messages in their order, and each later than before when it changes', async () => {
    const agent = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { conversation, reply: first } = await client.agents.chat(agent._id, { message: 'One' });
    parley.advance(-hour);
    await client.messages.send(conversation._id, { content: 'Two' });
    const { items } = await client.messages.list(conversation._id, { sort: 'createdAt' });
    expect(items.map(({ content }) => content)).toEqual(['One', 'One', 'Two', 'Two']);
    const times = items.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...new Set(times)].sort());
    for (const { role, createdAt, updatedAt } of items) {
      if (role === 'assistant') expect(updatedAt > createdAt).toBe(true);
      else expect(updatedAt).toBe(createdAt);
    }
    const rated = await client.messages.rate(first?._id ?? '', { rating: 'positive' });
    expect(rated.updatedAt > String(first?.updatedAt)).toBe(true);
  });
});
