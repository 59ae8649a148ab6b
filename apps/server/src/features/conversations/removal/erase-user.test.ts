// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { keepsSilent, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(engines)('deletion, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  /** A reply that the provider was asked for, and never starts. */
  const beginSilent = async (name: string) => {
    const model = `${engine}-${name}`;
    provider.play(model, keepsSilent);
    const agent = await client.agents.create({ name: 'Silent', model: `fake/${model}` });
    const { _id: conversation } = await client.conversations.create(agent._id, { userId: name });
    const sent = client.messages.send(conversation, { content: 'Go' }).catch((error: unknown) => error);
    const asked = () => provider.asked.find((each) => each.model === model);
    await expect.poll(asked, { timeout: 15_000 }).toBeDefined();
    return { agent: agent._id, conversation, sent, closed: asked()?.closed };
  };

  test.each([
    ['agent', (ids: { agent: string }) => client.agents.delete(ids.agent)],
    ['conversation', (ids: { conversation: string }) => client.conversations.delete(ids.conversation)],
    ['user', () => client.conversations.deleteOfUser('user')],
  ] as const)(
    '200: the %s of a reply aborts its provider request at once, even if that is silent',
    async (name, remove) => {
      const { sent, closed, ...ids } = await beginSilent(name);
      const begun = performance.now();
      await remove(ids);
      await closed;
      // Otherwise the turn would notice only when it renews its lease, after a third of that.
      expect(performance.now() - begun).toBeLessThan(5_000);
      expect(await sent).toMatchObject({ code: 'message_not_found' });
    },
  );

  test('200: deletes all of a user in batches, and each batch returns its counts', async () => {
    const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    const ids: string[] = [];
    for (let count = 0; count < 101; count += 1) {
      ids.push((await client.conversations.create(agent, { userId: 'many' }))._id);
    }
    await client.messages.send(ids[0] ?? '', { content: 'Hello' });
    const { _id: kept } = await client.conversations.create(agent, { userId: 'other' });
    await client.workspaces.create({ name: `Empty ${engine}` });
    expect(await client.conversations.deleteOfUser('many')).toMatchObject({
      message: 'Deleted 101 conversations with 2 messages.',
    });
    expect(await client.conversations.retrieve(kept)).toMatchObject({ userId: 'other' });
    const deleted = async () => (await loggedEvents(parley.db)).filter(({ type }) => type === 'conversation.deleted');
    const ofMany = (await deleted()).filter(({ data }) => ids.includes(String(data['conversation'])));
    const about = ids.map((conversation) => ({ conversation, agent, ofUser: true }));
    expect(ofMany.map(({ data }) => data)).toHaveLength(101);
    expect(ofMany.map(({ data }) => data)).toEqual(expect.arrayContaining(about));
    expect(new Set(ofMany.map(({ workspace }) => workspace))).toEqual(new Set([alice.workspace]));
    const before = await deleted();
    expect(await client.conversations.deleteOfUser('many')).toMatchObject({
      message: 'Deleted 0 conversations with 0 messages.',
    });
    // Nothing was deleted in the other workspace, nor this time.
    expect(await deleted()).toEqual(before);
  });
});
