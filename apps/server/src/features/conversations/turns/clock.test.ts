import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { conducted, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';

const hour = 60 * 60_000;

const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(anyEngine)('a clock that is set back, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let client: Parley;

  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  test('keeps messages in order, and each change gets a later time', async () => {
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

  test('shortens the lease of a reply under way accordingly', async () => {
    const answer = conducted();
    provider.play(`${engine}-held`, answer.play);
    const agent = await client.agents.create({ name: 'Held', model: `fake/${engine}-held` });
    const { _id: id } = await client.conversations.create(agent._id);
    const sent = client.messages.send(id, { content: 'Go' });
    await answer.begun;
    const lease = parley.db.query.selectFrom('conversations').select('turn_until').where('id', '=', id);
    const leaseEnd = async () => Number((await parley.db.read(lease))[0]?.turn_until);
    const before = await leaseEnd();
    parley.advance(-hour);
    await vi.waitFor(async () => expect(await leaseEnd()).toBeLessThan(before - hour / 2), { timeout: 5_000 });
    answer.say('Done.');
    answer.end();
    expect((await sent).reply).toMatchObject({ status: 'complete', content: 'Done.' });
  });
});
