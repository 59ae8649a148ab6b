// @module-tag sql
import type { ConversationEntry, ConversationEvent, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { conducted, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { statement } from '../../../storage/unit.ts';

const patience = { timeout: 20_000 };
const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(engines)('entries of a conversation, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let client: Parley;
  let session: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    [client, session] = [await alice.client(), await alice.session()];
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const begin = async () => (await client.conversations.create(agent))._id;
  const entriesOf = async (id: string) => (await client.conversations.entries(id)).items;
  const told = (entries: readonly ConversationEntry[]) => entries.map(({ type, data }) => [type, data]);

  test('200: each change is there once, with its time and actor, oldest first', async () => {
    const id = await begin();
    expect(await entriesOf(id)).toEqual([]);
    await session.conversations.takeOver(id);
    await session.conversations.takeOver(id);
    await client.conversations.release(id);
    await client.conversations.update(id, { tags: ['late', 'parcel'], title: 'Late' });
    await client.conversations.update(id, { title: 'Later' });
    await client.conversations.update(id, { tags: ['late'], status: 'closed' });
    await client.conversations.close(id);
    await client.conversations.reopen(id);
    await client.conversations.handOver(id, { reason: 'Angry', summary: 'Wants the money back.' });
    await client.conversations.handOver(id, { reason: 'Still angry' });
    const entries = await entriesOf(id);
    expect(told(entries)).toEqual([
      ['taken', { from: null }],
      ['given_back', {}],
      ['tagged', { added: ['late', 'parcel'], removed: [] }],
      ['closed', { added: [], removed: ['parcel'] }],
      ['reopened', {}],
      ['handed_over', { reason: 'Angry', summary: 'Wants the money back.' }],
    ]);
    const [taken, released] = entries;
    expect(taken).toMatchObject({
      conversation: id,
      actor: { kind: 'person', id: alice.user.id, name: alice.user.name },
    });
    expect(released?.actor).toMatchObject({ kind: 'key', user: alice.user.id });
    expect(entries.map(({ createdAt }) => createdAt)).toEqual(entries.map(({ createdAt }) => createdAt).sort());
    const newest = await client.conversations.entries(id, { sort: '-createdAt', limit: 1, includeTotal: true });
    expect([newest.items[0]?.type, newest.total]).toEqual(['handed_over', 6]);
    const pages: ConversationEntry[] = [];
    for await (const entry of client.conversations.entries(id, { limit: 2 })) pages.push(entry);
    expect(pages).toEqual(entries);
  });

  test('a visitor who is handed over waits until a person writes', async () => {
    const id = await begin();
    const handed = await client.conversations.handOver(id, { reason: 'asked' });
    expect(handed).toMatchObject({ status: 'human', takenBy: null, waitingSince: expect.any(String) });
    expect((await client.conversations.list({ waiting: true, agentId: agent })).items.map(({ _id }) => _id)).toContain(
      id,
    );
    const taken = await session.conversations.takeOver(id);
    expect(taken).toMatchObject({ takenBy: alice.user.id, waitingSince: handed.waitingSince });
    await session.messages.send(id, { role: 'human', content: 'Hello' });
    expect((await client.conversations.retrieve(id)).waitingSince).toBeNull();
    await client.messages.send(id, { content: 'My parcel is late.' });
    const [question] = (await client.messages.list(id, { limit: 1 })).items;
    expect((await client.conversations.retrieve(id)).waitingSince).toBe(question?.createdAt);
    await client.messages.send(id, { content: 'Are you there?' });
    expect((await client.conversations.retrieve(id)).waitingSince).toBe(question?.createdAt);
    expect((await client.conversations.release(id)).waitingSince).toBeNull();
  });

  test('a visitor whose conversation is taken over waits only if the last word is the visitor’s', async () => {
    const { conversation } = await client.agents.chat(agent, { message: 'Hi' });
    expect((await session.conversations.takeOver(conversation._id)).waitingSince).toBeNull();
    const failed = await client.agents.chat(agent, { message: 'Hi' });
    const { query } = parley.db;
    const broken = query
      .updateTable('messages')
      .set({ status: 'failed' })
      .where('id', '=', failed.reply?._id ?? '');
    await parley.db.write([statement(broken)]);
    const taken = await session.conversations.takeOver(failed.conversation._id);
    expect(taken.waitingSince).toBe(taken.lastMessageAt);
  });

  test('of two who take over at the same time both are there, in the order in which they had it', async () => {
    const bob = await parley.person();
    await alice.invite(bob, 'editor');
    const others = await bob.session();
    const id = await begin();
    await Promise.all([session.conversations.takeOver(id), others.conversations.takeOver(id)]);
    const [first, second, ...rest] = await entriesOf(id);
    expect([first?.type, second?.type, rest]).toEqual(['taken', 'taken', []]);
    expect(second?.data).toEqual({ from: first?.actor.id });
    expect((await client.conversations.retrieve(id)).takenBy).toBe(second?.actor.id);
  });

  test('a handover after that of the agent lets the agent finish its reply; the first one cancels it', async () => {
    const name = `${engine}-slow`;
    const slow = (await client.agents.create({ name, model: `fake/${name}` }))._id;
    for (const hasHandedOver of [true, false]) {
      const answer = conducted();
      provider.play(name, answer.play);
      const { _id: id } = await client.conversations.create(slow);
      const sending = client.messages.send(id, { content: 'A person, please.' });
      await answer.begun;
      const { waitForPerson } = parley.features.conversations.ofChannel;
      if (hasHandedOver) await parley.db.write(await waitForPerson(alice.workspace, id));
      await client.conversations.handOver(id, { reason: 'asked' });
      answer.say('One moment.');
      answer.end();
      expect((await sending).reply?.status).toBe(hasHandedOver ? 'complete' : 'cancelled');
      expect((await entriesOf(id)).map(({ type }) => type)).toEqual(['handed_over']);
    }
  });

  test('400 and 409: a handover without a reason, and one of a closed conversation, change nothing', async () => {
    const id = await begin();
    await expect(client.conversations.handOver(id, { reason: '' })).rejects.toMatchObject({ status: 400 });
    await client.conversations.close(id);
    const late = client.conversations.handOver(id, { reason: 'asked' });
    await expect(late).rejects.toMatchObject({ status: 409, code: 'conversation_closed' });
    expect((await entriesOf(id)).map(({ type }) => type)).toEqual(['closed']);
  });

  test('readers of the conversation get each entry once, also those who come back', async () => {
    const id = await begin();
    const heard: ConversationEvent[] = [];
    const listen = async (lastEventId: string | undefined, until: number) => {
      const from = heard.length;
      const events = client.conversations.events(id, { ...(lastEventId !== undefined && { lastEventId }) });
      for await (const event of events) {
        heard.push(event);
        if (heard.slice(from).filter(({ type }) => type === 'entry.created').length === until) return;
      }
    };
    const listening = listen(undefined, 1);
    await expect.poll(() => heard.length, patience).toBe(1);
    await session.conversations.takeOver(id);
    await listening;
    await client.conversations.release(id);
    await client.conversations.close(id);
    await listen(heard.at(-1)?.id, 2);
    const entries = heard.flatMap((event) => (event.type === 'entry.created' ? [event.entry] : []));
    expect(entries).toEqual(await entriesOf(id));
  });

  test('an export has them behind the messages, and deletion takes them', async () => {
    const id = await begin();
    await client.conversations.close(id);
    const other = await begin();
    const lines = (await client.conversations.export({ agentId: agent }).text()).trimEnd().split('\n');
    const exported = lines.map((line) => JSON.parse(line) as { _id: string; entries: ConversationEntry[] });
    const found = (wanted: string) => exported.find(({ _id }) => _id === wanted)?.entries;
    expect([found(id), found(other)]).toEqual([await entriesOf(id), []]);
    await client.conversations.delete(id);
    const { query } = parley.db;
    const left = query.selectFrom('conversation_entries').select('id').where('conversation_id', '=', id);
    expect(await parley.db.read(left)).toEqual([]);
    await expect(entriesOf(id)).rejects.toMatchObject({ code: 'conversation_not_found' });
  });

  test('many entries are deleted in portions with their conversation', async () => {
    const id = await begin();
    for (let index = 0; index < 3; index += 1) await client.conversations.update(id, { tags: [`t${index}`] });
    const { query } = parley.db;
    const copies = Array.from({ length: 450 }, (_, index) => ({
      ...{ id: `ent_copy_${engine}_${index}`, workspace_id: alice.workspace, conversation_id: id, type: 'tagged' },
      ...{ actor: '{"system":true}', data: '{}', version: 1_000 + index, created_at: index },
    }));
    await parley.db.write([statement(query.insertInto('conversation_entries').values(copies))]);
    await client.conversations.delete(id);
    const left = query.selectFrom('conversation_entries').select('id').where('conversation_id', '=', id);
    await expect.poll(() => parley.db.read(left), patience).toEqual([]);
  });
});
