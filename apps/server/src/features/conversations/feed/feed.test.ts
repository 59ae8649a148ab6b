// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followed, hear, newCopy } from '../../../../testing/conversations/conversation-copy.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { expectFailure, send } from '../../../../testing/request.ts';
import { conducted, type Play, refuses, says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const patience = { timeout: 20_000 };

describe.each(engines)('following a conversation, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  let agents = 0;
  /** A new conversation with an agent that replies like this. */
  const converse = async (...plays: readonly Play[]) => {
    agents += 1;
    const name = `${engine}-feed-${agents}`;
    const [first, ...rest] = plays;
    if (first !== undefined) provider.play(name, first, ...rest);
    const { _id: agent } = await client.agents.create({ name, model: `fake/${name}` });
    return { agent, id: (await client.conversations.create(agent))._id };
  };

  const stored = async (id: string) => {
    const messages = await client.messages.list(id, { sort: 'createdAt' });
    return { conversation: await client.conversations.retrieve(id), messages: messages.items };
  };
  const shown = ({ copy }: ReturnType<typeof followed>) => ({
    conversation: copy.conversation,
    messages: [...copy.messages.values()],
  });

  test('200: an empty conversation waits; then come messages of every role, ratings and changes', async () => {
    const { id } = await converse(says('Hello', ', Ada.'), refuses(400));
    const reader = followed(client, id);
    await expect.poll(reader.types, patience).toEqual(['conversation.updated']);
    const { reply } = await client.messages.send(id, { content: 'Hi' });
    await client.messages.rate(reply?._id ?? '', { rating: 'negative', comment: 'Short.' });
    await client.conversations.takeOver(id);
    await client.messages.send(id, { content: 'A person.', role: 'human' });
    await client.messages.send(id, { content: 'Thanks.' });
    await client.conversations.release(id);
    await client.conversations.update(id, { title: 'New', tags: ['a'], metadata: { b: 1 } });
    await client.messages.send(id, { content: 'Fail' }).catch(() => undefined);
    await client.conversations.close(id);
    const all = await stored(id);
    await expect.poll(() => shown(reader), patience).toEqual(all);
    expect(new Set(reader.types())).toEqual(
      new Set([
        ...['message.created', 'message.delta', 'message.completed', 'message.failed', 'message.rated'],
        ...['conversation.updated', 'entry.created'],
      ]),
    );
    const created = reader.events.flatMap((event) => (event.type === 'message.created' ? [event.message] : []));
    expect(created.map(({ role, content }) => [role, content])).toEqual([
      ...[
        ['user', 'Hi'],
        ['assistant', ''],
        ['human', 'A person.'],
        ['user', 'Thanks.'],
      ],
      ...[
        ['user', 'Fail'],
        ['assistant', ''],
      ],
    ]);
    await reader.leave();
  });

  test('200: a reply that is being written comes from its start, as it grows, and may be cancelled', async () => {
    const answer = conducted();
    const { id } = await converse(answer.play);
    const sent = client.messages.send(id, { content: 'Go' });
    await answer.begun;
    answer.say('One');
    const isStored = async () => (await stored(id)).messages[1]?.content;
    await expect.poll(isStored, patience).toBe('One');
    const reader = followed(client, id);
    await expect.poll(reader.types, patience).toEqual(['conversation.updated', 'message.created', 'message.delta']);
    answer.say(', two');
    const text = () => [...reader.copy.messages.values()][0]?.parts;
    await expect.poll(text, patience).toEqual([{ type: 'text', text: 'One, two' }]);
    // The conversation changes meanwhile.
    await client.conversations.update(id, { title: 'Meanwhile' });
    await expect.poll(() => reader.copy.conversation?.title, patience).toBe('Meanwhile');
    answer.say(', three');
    await expect.poll(text, patience).toEqual([{ type: 'text', text: 'One, two, three' }]);
    await client.conversations.cancel(id);
    await sent;
    await expect.poll(() => reader.types().at(-1), patience).toBe('conversation.updated');
    const { conversation, messages } = await stored(id);
    expect(shown(reader)).toEqual({ conversation, messages: messages.slice(1) });
    expect(reader.types().filter((type) => type === 'message.cancelled')).toHaveLength(1);
    await reader.leave();
  });

  test('200: between listing and following nothing is lost: what is heard of a message wins', async () => {
    const answer = conducted();
    const { id } = await converse(says('First.'), answer.play);
    await client.messages.send(id, { content: 'Once' });
    const reader = followed(client, id);
    await expect.poll(() => reader.events.length, patience).toBe(1);
    const sent = client.messages.send(id, { content: 'Again' });
    await answer.begun;
    answer.say('Sec');
    await expect.poll(() => reader.copy.messages.size, patience).toBe(2);
    const { messages: listed } = await stored(id);
    answer.say('ond.');
    answer.end();
    await sent;
    await expect.poll(() => reader.types().includes('message.completed'), patience).toBe(true);
    const merged = new Map([...newCopy(listed).messages, ...reader.copy.messages]);
    expect([...merged.values()]).toEqual((await stored(id)).messages);
    await reader.leave();
  });

  test('200: resumes after every event, at once or later, with nothing lost and nothing twice', async () => {
    const { id } = await converse(says('One', ' two'), refuses(400), says('Three'));
    const reader = followed(client, id);
    await expect.poll(() => reader.events.length, patience).toBe(1);
    const { reply } = await client.messages.send(id, { content: 'A' });
    await client.messages.send(id, { content: 'B' }).catch(() => undefined);
    await client.messages.rate(reply?._id ?? '', { rating: 'positive' });
    await client.messages.send(id, { content: 'C' });
    await client.messages.rate(reply?._id ?? '', { rating: null });
    const all = await stored(id);
    await expect.poll(() => shown(reader), patience).toEqual(all);
    await reader.leave();
    for (const [index, { id: after }] of reader.events.entries()) {
      const half = newCopy();
      for (const event of reader.events.slice(0, index + 1)) hear(half, event);
      const rest = followed(client, id, { copy: half, after });
      await expect.poll(() => shown(rest), patience).toEqual(all);
      await rest.leave();
    }
  });

  test('200: an ID of another conversation, or one ahead of a restored database, begins anew', async () => {
    const { id } = await converse(says('Hello'));
    await client.messages.send(id, { content: 'Hi' });
    for (const after of ['', 'msg_1:5', '9.9.99999', '1.1.1:msg_0:0:0', '1.1', 'x']) {
      const reader = followed(client, id, { after });
      await expect.poll(reader.types, patience).toEqual(['conversation.updated']);
      await reader.leave();
    }
  });

  test.each(['the conversation', 'the agent', 'the user'])('200: deleting %s is the last event', async (what) => {
    const { agent } = await converse();
    const { _id: id } = await client.conversations.create(agent, { userId: 'ada' });
    const reader = followed(client, id);
    await expect.poll(() => reader.events.length, patience).toBe(1);
    if (what === 'the agent') await client.agents.delete(agent);
    else if (what === 'the user') await client.conversations.deleteOfUser('ada');
    else await client.conversations.delete(id);
    await reader.ended;
    expect(reader.events.at(-1)).toMatchObject({ type: 'conversation.deleted', conversation: id });
    const reply = await send(parley.url, { path: `/api/conversations/${id}/events`, key: await alice.key() });
    expectFailure(reply, 'conversation_not_found');
  });

  test('403, 404: for those who may not read it', async () => {
    const { id } = await converse();
    const ask = async (key: string) => send(parley.url, { path: `/api/conversations/${id}/events`, key });
    expectFailure(await ask(await alice.key(['agents:read'])), 'insufficient_scope');
    expectFailure(await ask(await (await parley.person()).key()), 'conversation_not_found');
  });
});
