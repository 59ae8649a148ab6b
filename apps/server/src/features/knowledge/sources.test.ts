// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';

describe.each(engines)('knowledge sources, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeEach(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const text = (name = 'Shipping', content = '# Shipping\n\nWe ship within two days.') =>
    client.knowledgeSources.create({ type: 'text', name, text: content });

  test('a text is created, read, changed, listed and deleted', async () => {
    const created = await text();
    expect(created).toMatchObject({ type: 'text', name: 'Shipping', status: 'queued', version: 0, agentCount: 0 });
    const { _id: id } = created;
    expect(await client.knowledgeSources.content(id)).toEqual({ text: '# Shipping\n\nWe ship within two days.' });
    expect(await client.knowledgeSources.update(id, { name: 'Sending' })).toMatchObject({ name: 'Sending' });
    await client.knowledgeSources.update(id, { text: 'Other' });
    expect(await client.knowledgeSources.content(id)).toEqual({ text: 'Other' });
    const { items } = await client.knowledgeSources.list({ q: 'send', type: 'text', includeTotal: true });
    expect(items.map((item) => item._id)).toEqual([id]);
    const { message } = await client.knowledgeSources.delete(id);
    expect(message).toContain('Knowledge source deleted');
    await expect(client.knowledgeSources.retrieve(id)).rejects.toMatchObject({ code: 'knowledge_source_not_found' });
  });

  test('pairs are added, changed, listed and deleted', async () => {
    const pairs = [{ question: 'When?', answer: 'Soon.' }];
    const { _id: id } = await client.knowledgeSources.create({ type: 'qa', name: 'Questions', pairs });
    const pair = await client.knowledgeSources.pairs.create(id, { question: 'Where?', answer: 'Here.' });
    const ref = { knowledgeSourceId: id, pairId: pair._id };
    expect(await client.knowledgeSources.pairs.update(ref, { answer: 'There.' })).toMatchObject({ answer: 'There.' });
    const { items } = await client.knowledgeSources.pairs.list(id, { q: 'WHERE' });
    expect(items.map(({ answer }) => answer)).toEqual(['There.']);
    await client.knowledgeSources.pairs.delete(ref);
    expect((await client.knowledgeSources.pairs.list(id)).items).toHaveLength(1);
    for (const list of ['documents', 'chunks', 'syncs', 'agents'] as const)
      expect((await client.knowledgeSources[list].list(id)).items).toBeInstanceOf(Array);
  });

  test('a source that agents use is deleted only if forced, and they lose it at once', async () => {
    const { _id: id } = await text();
    const agent = await client.agents.create({ name: 'Support', knowledgeSources: [id] });
    expect((await client.knowledgeSources.agents.list(id)).items).toEqual([
      { _id: agent._id, name: 'Support', status: 'active' },
    ]);
    await expect(client.knowledgeSources.delete(id)).rejects.toMatchObject({
      ...{ status: 409, code: 'source_in_use', details: [{ path: agent._id, message: 'Support' }] },
      message: expect.stringContaining('used by 1 agent: Support'),
    });
    expect(await client.knowledgeSources.dependents(id)).toMatchObject({ agents: 1 });
    await client.knowledgeSources.delete(id, { force: true });
    expect((await client.agents.retrieve(agent._id)).knowledgeSources).toEqual([]);
    await expect(client.agents.update(agent._id, { knowledgeSources: [id] })).rejects.toMatchObject({ status: 400 });
  });

  test('the event of a deletion shows how many agents lost the source, and the first of them', async () => {
    const [used, unused] = [(await text())._id, (await text())._id];
    const deletion = async (id: string) => {
      await client.knowledgeSources.delete(id, { force: true });
      const events = await loggedEvents(parley.db, id);
      return events.find(({ type }) => type === 'knowledge_source.deleted');
    };
    const names = Array.from({ length: 102 }, (_, index) => `Agent ${index}`);
    const agents = await Promise.all(names.map((name) => client.agents.create({ name, knowledgeSources: [used] })));
    const ids = agents.map(({ _id }) => _id).toSorted();
    expect((await deletion(used))?.changes).toEqual([
      { field: 'agents', before: { count: 102, first: ids.slice(0, 100) }, after: { count: 0, first: [] } },
    ]);
    expect(await deletion(unused)).toMatchObject({ data: { source: unused, name: 'Shipping' }, changes: [] });
  });
});
