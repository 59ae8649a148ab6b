// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';

describe.each(engines)('the filter by playground, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    for (let number = 0; number < 6; number += 1) {
      const tags = number > 3 ? ['late'] : [];
      await client.conversations.create(agent, { title: `Number ${number}`, playground: number % 2 === 1, tags });
    }
    const others = await (await parley.person()).client();
    const { _id: another } = await others.agents.create({ name: 'Other', model: 'builtin/echo' });
    for (const playground of [true, false]) await others.conversations.create(another, { playground });
  });

  type Filters = NonNullable<Parameters<Parley['conversations']['list']>[0]>;
  const titles = async (filters: Filters) =>
    (await client.conversations.list({ sort: 'createdAt', ...filters })).items.map(({ title }) => title);

  describe.each([
    [true, ['Number 1', 'Number 3', 'Number 5']],
    [false, ['Number 0', 'Number 2', 'Number 4']],
  ])('playground=%s', (playground, expected) => {
    test('200: beside other filters, with totals and in exports', async () => {
      const more: Filters[] = [{}, { workspaceId: alice.workspace }, { agentId: agent }, { status: 'open' }];
      for (const filters of [...more, { q: 'Number' }, { createdAfter: '2020-01-01T00:00:00Z' }]) {
        expect(await titles({ playground, ...filters }), JSON.stringify(filters)).toEqual(expected);
      }
      expect(await titles({ playground, tag: 'late' })).toEqual(expected.slice(2));
      expect(await titles({ playground, waiting: true })).toEqual([]);
      const { total } = await client.conversations.listOfAgent(agent, { playground, limit: 1, includeTotal: true });
      expect(total).toBe(3);
      const lines = (await client.conversations.export({ playground }).text()).trimEnd().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { title: string }).title)).toEqual(expected);
    });

    test('200: across pages in every order', async () => {
      for (const sort of ['createdAt', '-createdAt', 'updatedAt', '-lastMessageAt'] as const) {
        const found: string[] = [];
        for await (const { title } of client.conversations.list({ playground, sort, limit: 1 })) found.push(title);
        expect(found.sort(), sort).toEqual(expected);
      }
    });
  });

  test('200: both without the filter; 400: what is neither true nor false', async () => {
    expect(await titles({ agentId: agent })).toHaveLength(6);
    const failure = client.conversations.list({ playground: 'maybe' as never });
    await expect(failure).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  });
});
