// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { addHistory } from '../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../testing/harness.ts';

/** The most calls that come at the same time. */
const together = Array.from({ length: 200 }, (_, number) => number);

describe.each(engines)('channels and sources by external ID, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person({ plan: 'business' });
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Support' }))._id;
  });

  const draft = { type: 'page', name: 'Chat' } as const;

  test('200 calls at once create one channel, whose secret is in one answer', async () => {
    const answers = await Promise.all(together.map(() => client.channels.upsert('one', { agent, ...draft })));
    expect(answers.filter(({ secret }) => secret !== null)).toHaveLength(1);
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    expect((await client.channels.listAll({ externalId: 'one', includeTotal: true })).total).toBe(1);
  });

  test('200 calls at once create one source', async () => {
    const body = { type: 'text', name: 'Text', text: 'Words.' } as const;
    const answers = await Promise.all(together.map(() => client.knowledgeSources.upsert('one', body)));
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    expect((await client.knowledgeSources.list({ externalId: 'one', includeTotal: true })).total).toBe(1);
  });

  test('a channel is created with what is given, and changed by what is given', async () => {
    const made = await client.channels.upsert('a/b ü', { agent, ...draft, metadata: { shop: 'eu' } });
    const { secret: _secret, ...channel } = made;
    expect(await client.channels.retrieve(made._id)).toEqual(channel);
    const changed = await client.channels.upsert('a/b ü', { name: 'Shop', type: 'page' });
    expect(changed).toMatchObject({ _id: made._id, name: 'Shop', metadata: { shop: 'eu' }, secret: null });
    for (const query of [{ metadata: { shop: 'eu' } }, { name: 'Shop' }, { externalId: 'a/b ü' }])
      expect((await client.channels.list(agent, query)).items.map(({ _id }) => _id)).toEqual([made._id]);
    expect((await client.channels.listAll({ metadata: { shop: 'us' } })).items).toEqual([]);
  });

  test('fields chooses what is returned', async () => {
    const { _id, name, urls } = await client.channels.upsert('some', { agent, ...draft });
    const { items } = await client.channels.listAll({ externalId: 'some', fields: 'urls,name' });
    expect(items).toEqual([{ _id, name, urls }]);
    const source = await client.knowledgeSources.create({ type: 'text', name: 'Chosen', text: 'Words.' });
    const sources = await client.knowledgeSources.list({ name: 'Chosen', fields: 'agentCount' });
    expect(sources.items).toEqual([{ _id: source._id, agentCount: 0 }]);
    const lists = [
      () => client.channels.listAll({ fields: 'nam' }),
      () => client.knowledgeSources.list({ fields: 'Name,x' }),
    ];
    for (const list of lists)
      await expect(list()).rejects.toMatchObject({ status: 400, details: [{ path: 'fields' }] });
  });

  test('an ID moves to another channel, and is free after a deletion', async () => {
    const first = await client.channels.upsert('moving', { agent, ...draft });
    const second = await client.channels.create(agent, { ...draft, externalId: 'second' });
    const taken = { status: 409, code: 'external_id_conflict', message: expect.stringContaining('channel of the') };
    await expect(client.channels.update(second._id, { externalId: 'moving' })).rejects.toMatchObject(taken);
    await expect(client.channels.create(agent, { ...draft, externalId: 'moving' })).rejects.toMatchObject(taken);
    await client.channels.delete(first._id);
    expect(await client.channels.update(second._id, { externalId: 'moving' })).toMatchObject({ externalId: 'moving' });
  });

  test('400 and 404: fields that are required or fixed, and agents of elsewhere', async () => {
    const refused = (externalId: string, body: object, details: object[]) =>
      expect(client.channels.upsert(externalId, body)).rejects.toMatchObject({
        ...{ status: 400, code: 'validation_failed', details },
      });
    await refused('none', { name: 'A' }, [{ path: 'agent' }, { path: 'type' }]);
    await client.channels.upsert('fixed', { agent, ...draft });
    const other = (await client.agents.create({ name: 'Other' }))._id;
    await refused('fixed', { agent: other, type: 'widget' }, [{ path: 'agent' }, { path: 'type' }]);
    const { _id: workspaceId } = await client.workspaces.create({ name: 'Elsewhere' });
    await expect(client.channels.upsert('none', { agent, ...draft, workspaceId })).rejects.toMatchObject({
      ...{ status: 404, code: 'agent_not_found' },
    });
    await client.workspaces.delete(workspaceId, { confirm: 'Elsewhere' });
  });

  test('an agent that is being deleted gives up its ID and those of its channels', async () => {
    const own = await client.agents.upsert('long', { name: 'Long' });
    const one = await client.channels.upsert('of long', { agent: own._id, ...draft });
    const history = { channels: 1, conversations: 510, messages: 3 };
    await addHistory(parley, { agent: own._id, workspace: alice.workspace }, history);
    await client.agents.delete(own._id);
    expect((await client.agents.upsert('long', { name: 'Long' }))._id).not.toBe(own._id);
    expect((await client.channels.upsert('of long', { agent, ...draft }))._id).not.toBe(one._id);
  });
});
