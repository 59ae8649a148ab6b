// @module-tag sql
import type { AgentListParams, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';

describe.each(engines)('finding agents again, on %s', (engine) => {
  const parley = service(engine);
  let client: Parley;
  const agentOf = new Map<string, string>();

  beforeAll(async () => {
    client = await (await parley.person()).client();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
    const drafts = [
      { name: 'Support', externalId: 'eu', metadata: { region: 'eu', tier: 1, tags: ['a', 'b'] } },
      { name: 'support', externalId: 'EU', metadata: { region: 'us', tier: 2 } },
      { name: 'Support', systemPrompt: 'x'.repeat(100_000) },
    ];
    for (const draft of drafts) {
      agentOf.set(draft.externalId ?? 'none', (await client.agents.create(draft))._id);
      vi.advanceTimersByTime(1000);
    }
    vi.useRealTimers();
  });

  test.each<[AgentListParams, string[]]>([
    [{ externalId: 'eu' }, ['eu']],
    [{ externalId: 'e' }, []],
    [{ name: 'Support' }, ['none', 'eu']],
    [{ name: 'support' }, ['EU']],
    [{ name: 'Suppor' }, []],
    [{ metadata: { region: 'eu' } }, ['eu']],
    [{ metadata: { tier: '2' } }, ['EU']],
    [{ metadata: { tags: 'b', region: 'eu' } }, ['eu']],
    [{ metadata: { region: 'eu', tier: '2' } }, []],
    [{ createdAfter: '2026-01-01T00:00:01Z' }, ['none', 'EU']],
    [{ createdBefore: '2026-01-01T00:00:01Z' }, ['eu']],
    [{ createdAfter: '2026-01-01T01:00:01+01:00', createdBefore: '2026-01-01T00:00:02Z', name: 'support' }, ['EU']],
  ])('%j', async (query, expected) => {
    const { items, total } = await client.agents.list({ ...query, includeTotal: true });
    expect([items.map(({ _id }) => _id), total]).toEqual([expected.map((id) => agentOf.get(id)), expected.length]);
    const pages = await client.agents.list({ ...query, sort: 'name', limit: 1 }).toArray({ limit: 10 });
    expect(pages).toHaveLength(expected.length);
  });

  test('changed metadata is found, and the former is not', async () => {
    const { _id } = await client.agents.create({ name: 'Moved', metadata: { place: 'here' } });
    await client.agents.update(_id, { metadata: { place: 'there' } });
    const at = async (place: string) => (await client.agents.list({ metadata: { place } })).items.length;
    expect([await at('here'), await at('there')]).toEqual([0, 1]);
    await client.agents.delete(_id);
  });

  test('fields chooses what is read, on every page', async () => {
    const whole = await client.agents.list({ sort: 'createdAt' });
    for (const limit of [1, 2, 100]) {
      const some = await client.agents
        .list({ fields: 'externalId, name', sort: 'createdAt', limit })
        .toArray({ limit: 9 });
      expect(some).toEqual(whole.items.map(({ _id, name, externalId }) => ({ _id, name, externalId })));
    }
    const each = Object.keys(whole.items[0] ?? {});
    expect((await client.agents.list({ fields: each.join(','), sort: 'createdAt' })).items).toEqual(whole.items);
    const { items } = await client.agents.list({ fields: '_id', includeActivity: true });
    expect(items[0]).toEqual({ _id: expect.any(String), activity: expect.any(Object) });
  });

  test.each([
    ['naame', 'Did you mean name?'],
    ['name,system_prompt', 'Did you mean systemPrompt?'],
    ['', undefined],
    ['name,', expect.stringContaining('The fields are _id, name,')],
    ['constructor', expect.stringContaining('The fields are')],
  ])('400: fields=%s', async (fields, hint) => {
    const error = await client.agents.list({ fields }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', details: [{ path: 'fields' }] });
    expect((error as { hint?: string }).hint).toEqual(hint);
  });
});
