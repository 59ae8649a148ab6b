// @module-tag sql
import type { Conversation, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { send } from '../../../../testing/request.ts';
import { statement } from '../../../storage/unit.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(engines)('what has changed since a time, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  /** A conversation that has one message and its reply, and is a day old. */
  const old = async (): Promise<Conversation> => {
    const { conversation } = await client.agents.chat(agent, { content: 'Hello' });
    const at = Date.now() - day;
    const stamps = { created_at: at, updated_at: at, last_message_at: at };
    const { _id: id } = conversation;
    await parley.db.write([
      statement(parley.db.query.updateTable('conversations').set(stamps).where('id', '=', id)),
      statement(
        parley.db.query
          .updateTable('messages')
          .set({ created_at: at, updated_at: at })
          .where('conversation_id', '=', id),
      ),
    ]);
    return client.conversations.retrieve(id);
  };
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  type Filters = NonNullable<Parameters<Parley['conversations']['export']>[0]>;
  /** The conversations that a filter finds: in the list, in that of the agent, and in the export. */
  const found = async (filters: Filters): Promise<readonly string[]> => {
    const listed = await client.conversations.list({ ...filters, includeTotal: true, limit: 100 });
    const ids = listed.items.map(({ _id }) => _id).sort();
    expect(listed.total).toBe(ids.length);
    const ofAgent = await client.conversations.listOfAgent(agent, { ...filters, limit: 100 });
    expect(ofAgent.items.map(({ _id }) => _id).sort()).toEqual(ids);
    const lines = (await client.conversations.export(filters).text()).split('\n').slice(0, -1);
    expect(lines.map((line) => (JSON.parse(line) as Conversation)._id).sort()).toEqual(ids);
    return ids;
  };

  test('200: a message into a conversation of yesterday', async () => {
    const [{ _id: id }, { _id: quiet }] = [await old(), await old()];
    const lastNight = ago(day / 2);
    for (const filters of [{ updatedAfter: lastNight }, { lastMessageAfter: lastNight }])
      expect(await found(filters)).not.toContain(id);
    await client.messages.send(id, { content: 'Still there?' });
    expect(await found({ createdAfter: lastNight })).not.toContain(id);
    for (const filters of [{ updatedAfter: lastNight }, { lastMessageAfter: lastNight }]) {
      const ids = await found(filters);
      expect(ids).toContain(id);
      expect(ids).not.toContain(quiet);
    }
    for (const filters of [{ updatedBefore: lastNight }, { lastMessageBefore: lastNight }]) {
      const ids = await found(filters);
      expect(ids).toContain(quiet);
      expect(ids).not.toContain(id);
    }
  });

  const changes: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    'a rating': async (id) => {
      const { items } = await client.messages.list(id, { sort: '-createdAt', limit: 1 });
      return client.messages.rate(items[0]?._id ?? '', { rating: 'positive' });
    },
    'a title': (id) => client.conversations.update(id, { title: 'Renamed' }),
    tags: (id) => client.conversations.update(id, { tags: ['late'] }),
    'a takeover': (id) => client.conversations.takeOver(id),
    'a release': async (id) => {
      await client.conversations.takeOver(id);
      return client.conversations.release(id);
    },
    'its closing': (id) => client.conversations.close(id),
  };

  test('200: every change counts, and moves updatedAt', async () => {
    const since = ago(day / 2);
    for (const [name, change] of Object.entries(changes)) {
      const { _id: id, updatedAt } = await old();
      await change(id);
      const now = await client.conversations.retrieve(id);
      expect(Date.parse(now.updatedAt), name).toBeGreaterThan(Date.parse(updatedAt));
      const { items } = await client.conversations.list({ updatedAfter: since, lastMessageBefore: since, limit: 100 });
      expect(
        items.map(({ _id }) => _id),
        name,
      ).toContain(id);
    }
  });

  test('200: the first time is included, the second is not', async () => {
    const { _id: id, updatedAt, lastMessageAt } = await old();
    const next = (time: string | null) => new Date(Date.parse(time ?? '') + 1).toISOString();
    expect(await found({ updatedAfter: updatedAt, updatedBefore: next(updatedAt) })).toContain(id);
    expect(await found({ updatedAfter: next(updatedAt) })).not.toContain(id);
    expect(await found({ updatedBefore: updatedAt })).not.toContain(id);
    const last = lastMessageAt ?? '';
    expect(await found({ lastMessageAfter: last, lastMessageBefore: next(last) })).toContain(id);
    expect(await found({ lastMessageAfter: next(last) })).not.toContain(id);
    expect(await found({ lastMessageBefore: last })).not.toContain(id);
  });

  test('200: a conversation without a message has no latest one', async () => {
    const { _id: id } = await client.conversations.create(agent);
    expect(await found({ updatedAfter: ago(day) })).toContain(id);
    for (const filters of [{ lastMessageAfter: ago(day) }, { lastMessageBefore: ago(-day) }])
      expect(await found(filters)).not.toContain(id);
  });

  test('200: an export follows the order of its filter, page by page', async () => {
    const { _id: early } = await old();
    const { _id: late } = await old();
    await client.conversations.update(early, { title: 'Changed last' });
    const order = async (filters: Filters) => {
      const text = await client.conversations.export(filters).text();
      const ids = text.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as Conversation)._id]));
      return ids.filter((id) => id === early || id === late);
    };
    expect(await order({ updatedAfter: ago(2 * day) })).toEqual([late, early]);
    expect(await order({ updatedAfter: ago(2 * day), createdAfter: ago(2 * day) })).toEqual([early, late]);
    const walked: string[] = [];
    for await (const { _id } of client.conversations.list({ updatedAfter: ago(2 * day), sort: 'updatedAt', limit: 1 }))
      walked.push(_id);
    expect(walked.filter((id) => id === early || id === late)).toEqual([late, early]);
  });

  test('200: agents and sources', async () => {
    const another = await client.agents.create({ name: 'Another', model: 'builtin/echo' });
    const source = await client.knowledgeSources.create({ type: 'text', name: 'Hours', text: 'We open at nine.' });
    await client.knowledgeSources.waitUntilReady(source._id);
    const yesterday = { created_at: Date.now() - day, updated_at: Date.now() - day };
    await parley.db.write([
      statement(parley.db.query.updateTable('agents').set(yesterday).where('id', '=', another._id)),
      statement(parley.db.query.updateTable('knowledge_sources').set(yesterday).where('id', '=', source._id)),
    ]);
    const since = { updatedAfter: ago(day / 2), includeTotal: true } as const;
    const listed = async (
      list: (query: typeof since) => PromiseLike<{ items: readonly { _id: string }[]; total?: number | undefined }>,
    ) => {
      const { items, total } = await list(since);
      expect(total).toBe(items.length);
      return items.map(({ _id }) => _id);
    };
    const agents = () => listed((query) => client.agents.list(query));
    const sources = () => listed((query) => client.knowledgeSources.list(query));
    expect([await agents(), await sources()]).toEqual([[agent], []]);
    expect((await client.agents.list({ updatedBefore: since.updatedAfter })).items.map(({ _id }) => _id)).toEqual([
      another._id,
    ]);
    expect((await client.knowledgeSources.list({ updatedBefore: ago(0) })).items.map(({ _id }) => _id)).toEqual([
      source._id,
    ]);
    // A source that an agent begins to use changes the agent, and its own number of agents is no change.
    await client.agents.update(another._id, { knowledgeSources: [source._id] });
    expect([(await agents()).sort(), await sources()]).toEqual([[agent, another._id].sort(), []]);
    await client.knowledgeSources.update(source._id, { name: 'Opening hours' });
    expect(await sources()).toEqual([source._id]);
  });

  test('400: what is no time', async () => {
    const key = await alice.key();
    for (const path of [
      'conversations?lastMessageBefore',
      'conversations/export?updatedAfter',
      'agents?updatedAfter',
      'knowledge-sources?updatedBefore',
    ]) {
      const reply = await send(parley.url, { method: 'GET', path: `/api/${path}=yesterday`, key });
      expect(reply.json()).toMatchObject({ code: 'validation_failed', details: [{ path: path.split('?')[1] }] });
    }
  });
});
