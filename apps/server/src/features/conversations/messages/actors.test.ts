import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { actorOf } from '../../../../testing/fixtures/actor.ts';
import { row } from '../../../../testing/fixtures/people.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { plainChannel } from '../../../../testing/messengers/channel-rows.ts';
import { type Actor, systemIn, type VisitorActor } from '../../../access/actor.ts';
import type { Exchange } from '../../../replies/schemas/message.ts';
import { statement } from '../../../storage/unit.ts';
import type { CompletedExchange, Messages } from './service.ts';

describe.each(anyEngine)('messages without HTTP, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let agent: string;
  let messages: Messages;

  beforeAll(async () => {
    alice = await parley.person();
    agent = (await (await alice.client()).agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    messages = parley.features.conversations.messages;
  });

  const complete = async (actor: Actor, draft: { content: string; conversationId?: string }): Promise<Exchange> =>
    JSON.parse((await messages.complete(await messages.chat(actor, { id: agent }, draft))).json) as Exchange;

  const actors: readonly [string, () => Actor, () => string | null][] = [
    ['the system', () => systemIn(alice.workspace), () => null],
    ['a session', () => actorOf(alice), () => alice.user.id],
  ];

  test.each(actors)('%s sends, the turn completes, and additional statements are written', async (_who, of, author) => {
    const actor = of();
    const begun = await complete(actor, { content: 'Hello' });
    const id = begun.conversation._id;
    const sent = await messages.send(actor, { id }, { content: 'Hello again' });
    expect(sent).toMatchObject({ replayed: false, reply: { status: 'streaming' } });
    const seen: CompletedExchange[] = [];
    const completed = await messages.complete(sent, (exchange) => {
      seen.push(exchange);
      const named = parley.db.query.updateTable('conversations').set({ title: 'Written along' });
      return [statement(named.where('id', '=', exchange.conversation))];
    });
    expect(seen).toEqual([completed]);
    expect(JSON.parse(completed.json)).toMatchObject({
      conversation: { _id: id, messageCount: 4, turn: null },
      message: { content: 'Hello again', role: 'user' },
      reply: { content: 'Hello again', role: 'assistant', status: 'complete' },
    });
    const query = parley.db.query.selectFrom('messages').select(['role', 'status', 'content', 'author']);
    const stored = await parley.db.read(query.where('conversation_id', '=', id).orderBy('created_at'));
    expect(stored).toMatchObject([{}, {}, { role: 'user' }, { role: 'assistant', status: 'complete', author: null }]);
    const title = parley.db.query.selectFrom('conversations').select('title').where('id', '=', id);
    expect(await parley.db.read(title)).toEqual([{ title: 'Written along' }]);
    // Only messages written by a person who has taken over have an author.
    await parley.features.conversations.takeover.takeover(actorOf(alice), id);
    const human = await messages.send(actor, { id }, { content: 'A person', role: 'human' });
    expect(human.reply).toBeUndefined();
    expect(JSON.parse(human.message.json)).toMatchObject({ role: 'human', author: author() });
  });

  test('events follow the reply as it grows', async () => {
    const sent = await messages.chat(systemIn(alice.workspace), { id: agent }, { content: 'Tell me' });
    const names: string[] = [];
    for await (const { event } of messages.events(sent)) names.push(event);
    expect(names.slice(0, 2)).toEqual(['message.created', 'message.created']);
    expect(names.at(-1)).toBe('message.completed');
  });

  test('messages of one account, however many at once, let those of another pass', async () => {
    const greedy = await parley.person({ plan: 'business' });
    const own = (await (await greedy.client()).agents.create({ name: 'Busy', model: 'builtin/echo' }))._id;
    let stored = 0;
    const many = Array.from({ length: 100 }, async () => {
      await messages.chat(actorOf(greedy), { id: own }, { content: 'Hello' });
      stored += 1;
    });
    await messages.chat(actorOf(alice), { id: agent }, { content: 'Hello' });
    expect(stored).toBeLessThan(50);
    await Promise.all(many);
  });

  describe('a visitor', () => {
    const channel = `chan_${engine}`;
    const visitorNamed = (id: string): VisitorActor => ({
      ...{ kind: 'visitor', id, channel, agent, workspace: alice.workspace, address: '203.0.113.7' },
      ...{ account: { id: alice.account, plan: 'free' }, seesCitations: true, expiresAt: Number.POSITIVE_INFINITY },
    });

    beforeAll(async () => {
      const names = { id: channel, workspace_id: alice.workspace, agent_id: agent, type: 'widget', status: 'active' };
      await parley.db.write([row(parley.db, 'channels', { ...names, ...plainChannel, created_at: 1, updated_at: 1 })]);
    });

    test('uses only its own conversations', async () => {
      const visitor = visitorNamed('visitor-1');
      const { conversation, message, reply } = await complete(visitor, { content: 'Hello' });
      expect(conversation).toMatchObject({ channel, userId: 'visitor-1' });
      expect(message.author).toBeNull();
      expect(reply).toMatchObject({ content: 'Hello', status: 'complete' });
      const more = await complete(visitor, { content: 'More', conversationId: conversation._id });
      expect(more.conversation.messageCount).toBe(4);
      const query = { limit: 10, includeTotal: false, sort: 'createdAt' } as const;
      expect(JSON.parse(String(await messages.list(visitor, conversation._id, { query }))).items).toHaveLength(4);
      expect(await messages.read(visitor, message._id)).toMatchObject({ id: message._id });
      const other = visitorNamed('visitor-2');
      const notFound = { code: 'conversation_not_found' };
      await expect(messages.list(other, conversation._id, { query })).rejects.toMatchObject(notFound);
      await expect(messages.send(other, { id: conversation._id }, { content: 'Mine' })).rejects.toMatchObject(notFound);
      await expect(messages.follow(other, conversation._id, undefined)).rejects.toMatchObject(notFound);
      const draft = { content: 'Mine', conversationId: conversation._id };
      await expect(messages.chat(other, { id: agent }, draft)).rejects.toMatchObject(notFound);
      await expect(messages.read(other, message._id)).rejects.toMatchObject({ code: 'message_not_found' });
      await expect(messages.retry(other, { id: message._id }, {})).rejects.toMatchObject({
        code: 'message_not_found',
      });
      const through = {
        kind: 'channel',
        id: channel,
        workspace: alice.workspace,
        thread: null,
        context: null,
        at: 0,
      } as const;
      expect(await messages.read(through, message._id)).toMatchObject({ id: message._id });
      const byKey = await complete(actorOf(alice), { content: 'Not through the channel' });
      await expect(messages.read(through, byKey.message._id)).rejects.toMatchObject({ code: 'message_not_found' });
    });

    test('lists and exports only its own conversations, whatever the filter', async () => {
      const { conversations } = parley.features.conversations;
      const [own, other] = [visitorNamed('visitor-3'), visitorNamed('visitor-4')];
      const { conversation } = await complete(own, { content: 'One' });
      await complete(other, { content: 'Two' });
      const ids = async (actor: Actor, filters: { userId?: string; channelId?: string } = {}) => {
        const query = { limit: 10, includeTotal: true, includeUnread: false, sort: 'createdAt', ...filters } as const;
        const { items, total } = JSON.parse(await conversations.list(actor, query)) as {
          items: { _id: string }[];
          total: number;
        };
        expect(total).toBe(items.length);
        return items.map(({ _id }) => _id);
      };
      expect(await ids(own)).toEqual([conversation._id]);
      expect(await ids(own, { channelId: channel, userId: 'visitor-3' })).toEqual([conversation._id]);
      expect(await ids(own, { userId: 'visitor-4' })).toEqual([]);
      let text = '';
      for await (const part of (await conversations.export(own, { format: 'jsonl' })).text.parts) text += part;
      expect(text.trim().split('\n')).toHaveLength(1);
    });

    test('can’t write as the person who has taken over', async () => {
      const visitor = visitorNamed('visitor-5');
      const { conversation } = await complete(visitor, { content: 'Hello' });
      await parley.features.conversations.takeover.takeover(actorOf(alice), conversation._id);
      const sent = messages.send(visitor, { id: conversation._id }, { content: 'I am staff', role: 'human' });
      await expect(sent).rejects.toMatchObject({ code: 'conversation_not_taken_over' });
    });
  });
});
