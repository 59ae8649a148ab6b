// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { statement } from '../../../storage/unit.ts';
import { previewOf } from './preview.ts';

describe.each(engines)('an inbox, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let session: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    [client, session] = [await alice.client(), await alice.session()];
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const begin = async (title: string) => (await client.conversations.create(agent, { title }))._id;
  const said = async (title: string, content: string) => {
    const id = await begin(title);
    const { reply } = await client.messages.send(id, { content });
    return { id, reply: reply?._id ?? '' };
  };
  /** The built-in models never fail by themselves. */
  const fail = (reply: string) => {
    const failed = { status: 'failed', finish_reason: 'error', error: '{"code":"provider_error","message":"Broken."}' };
    return parley.db.write([statement(parley.db.query.updateTable('messages').set(failed).where('id', '=', reply))]);
  };
  const titles = async (filters: NonNullable<Parameters<Parley['conversations']['list']>[0]>) =>
    (await client.conversations.list({ sort: 'createdAt', ...filters })).items.map(({ title }) => title);

  test('200: a listed conversation has its latest message, shortened', async () => {
    const empty = await begin('Empty');
    const { id } = await said('Long', `${'word '.repeat(40)}`);
    const { items } = await client.conversations.list({ agentId: agent });
    const last = (of: string) => items.find(({ _id }) => _id === of)?.lastMessage;
    expect(last(empty)).toBeNull();
    const [latest] = (await client.messages.list(id, { limit: 1 })).items;
    expect(last(id)).toEqual({
      role: 'assistant',
      status: 'complete',
      content: `${'word '.repeat(28).trimEnd()}…`,
      createdAt: latest?.createdAt,
      attachmentKind: null,
    });
    await client.conversations.delete(empty);
    await session.conversations.takeOver(id);
    await session.messages.send(id, { role: 'human', content: 'Ada here 👋🏽' });
    const [first] = (await client.conversations.listOfAgent(agent, { sort: '-lastMessageAt' })).items;
    expect(first?.lastMessage).toMatchObject({ role: 'human', content: 'Ada here 👋🏽' });
    const found = (await client.conversations.list({ q: 'Long' })).items;
    expect(found[0]?.lastMessage).toMatchObject({ role: 'human', status: 'complete' });
    expect(await client.conversations.retrieve(id)).not.toHaveProperty('lastMessage');
    await client.conversations.delete(id);
  });

  test('200: the latest messages, which may be large, are read beside all other requests', async () => {
    const { id } = await said('Large', 'x'.repeat(50_000));
    const finished = () => parley.db.counters().scans.finished;
    const before = finished();
    const { items } = await client.conversations.list({ limit: 1 });
    expect(items[0]?.lastMessage?.content).toBe(`${'x'.repeat(139)}…`);
    expect(finished()).toBeGreaterThan(before);
    await client.conversations.delete(id);
  });

  test('200: what waits for a person: taken over, and the end user spoke last', async () => {
    const ids: string[] = [];
    for (const title of ['Open', 'Asked', 'Answered']) ids.push((await said(title, 'Hello')).id);
    const [, asked = '', answered = ''] = ids;
    for (const id of [asked, answered]) await session.conversations.takeOver(id);
    // The agent has answered all of it: nothing waits yet.
    expect(await titles({ waiting: true })).toEqual([]);
    for (const id of [asked, answered]) await client.messages.send(id, { content: 'Are you there?' });
    expect(await titles({ waiting: true })).toEqual(['Asked', 'Answered']);
    await session.messages.send(answered, { role: 'human', content: 'I am here.' });
    expect(await titles({ waiting: true })).toEqual(['Asked']);
    await client.messages.send(answered, { content: 'Thanks' });
    expect(await titles({ waiting: true, status: 'human' })).toEqual(['Asked', 'Answered']);
    expect(await titles({ waiting: true, status: 'open' })).toEqual([]);
    expect(await titles({ waiting: false, q: 'Open' })).toEqual(['Open']);
    const exported = (await client.conversations.export({ waiting: true }).text()).trimEnd().split('\n');
    expect(exported).toHaveLength(2);
    await client.conversations.release(asked);
    expect((await client.conversations.list({ waiting: true, includeTotal: true, limit: 1 })).total).toBe(1);
    for (const id of ids) await client.conversations.delete(id);
  });

  test('200: what a person has taken over: by their ID, or `me`, also by a key of theirs', async () => {
    const ids: string[] = [];
    for (const title of ['Taken', 'Given back', 'Left']) ids.push((await said(title, 'Hello')).id);
    const [taken = '', given = ''] = ids;
    for (const id of [taken, given]) await session.conversations.takeOver(id);
    for (const takenBy of ['me', alice.user.id]) {
      expect(await titles({ takenBy })).toEqual(['Taken', 'Given back']);
    }
    const mine = await session.conversations.list({ takenBy: 'me', sort: '-lastMessageAt', includeTotal: true });
    expect(mine.items.map(({ takenBy }) => takenBy)).toEqual([alice.user.id, alice.user.id]);
    expect(mine.total).toBe(2);
    await client.conversations.release(given);
    expect((await client.conversations.listOfAgent(agent, { takenBy: 'me' })).items).toHaveLength(1);
    const [line = ''] = (await client.conversations.export({ takenBy: 'me' }).text()).trimEnd().split('\n');
    expect(JSON.parse(line)).toMatchObject({ _id: taken });
    for (const takenBy of ['user_unknown', 'ME']) expect(await titles({ takenBy })).toEqual([]);
    await client.conversations.close(taken);
    expect(await titles({ takenBy: 'me' })).toEqual([]);
    for (const id of ids) await client.conversations.delete(id);
  });

  test('200: what failed: the latest reply, until another one or a person’s message follows, or it is closed', async () => {
    const [one, two, three] = [await said('One', 'Hello'), await said('Two', 'Hello'), await said('Three', 'Hello')];
    for (const { reply } of [one, two]) await fail(reply);
    expect(await titles({ failed: true })).toEqual(['One', 'Two']);
    expect(await titles({ failed: false, agentId: agent })).toEqual(['One', 'Two', 'Three']);
    expect((await client.conversations.listOfAgent(agent, { failed: true, includeTotal: true })).total).toBe(2);
    const { items } = await client.conversations.list({ failed: true, sort: 'createdAt' });
    expect(items[0]?.lastMessage).toMatchObject({ role: 'assistant', status: 'failed' });
    await session.conversations.takeOver(two.id);
    expect(await titles({ failed: true, waiting: true })).toEqual(['Two']);
    await client.messages.send(two.id, { content: 'Anyone?' });
    expect(await titles({ failed: true })).toEqual(['One', 'Two']);
    await session.messages.send(two.id, { role: 'human', content: 'Yes.' });
    expect(await titles({ failed: true })).toEqual(['One']);
    await client.conversations.close(one.id);
    expect(await titles({ failed: true })).toEqual([]);
    await client.conversations.reopen(one.id);
    expect(await titles({ failed: true })).toEqual(['One']);
    await client.messages.retry(one.reply);
    expect(await titles({ failed: true })).toEqual([]);
    for (const { id } of [one, two, three]) await client.conversations.delete(id);
  });

  test('200: a workspace finds its own only', async () => {
    const other = await (await parley.person()).client();
    const { id, reply } = await said('Mine', 'Hello');
    await fail(reply);
    await session.conversations.takeOver(id);
    for (const filters of [{ waiting: true }, { failed: true }, { takenBy: alice.user.id }]) {
      expect((await other.conversations.list({ ...filters, includeTotal: true })).total).toBe(0);
      expect(await titles(filters)).toEqual(['Mine']);
    }
  });

  test('400: a cursor of other filters, and invalid values', async () => {
    await begin('Another');
    const { nextCursor } = await client.conversations.list({ limit: 1 });
    for (const filters of [{ waiting: true }, { failed: true }, { takenBy: 'me' }]) {
      await expect(client.conversations.list({ ...filters, cursor: nextCursor ?? '' })).rejects.toMatchObject({
        code: 'cursor_invalid',
      });
    }
    await expect(client.conversations.list({ waiting: 'maybe' as never })).rejects.toMatchObject({ status: 400 });
  });
});

describe('the beginning of a text', () => {
  test('is cut between words, and whole characters stay whole', () => {
    expect(previewOf('Short')).toBe('Short');
    expect(previewOf('a'.repeat(140))).toBe('a'.repeat(140));
    expect(previewOf('a'.repeat(141))).toBe(`${'a'.repeat(139)}…`);
    expect(previewOf(`${'a'.repeat(130)} ${'b'.repeat(20)}`)).toBe(`${'a'.repeat(130)}…`);
    expect(previewOf(`${'a'.repeat(139)} ${'b'.repeat(20)}`)).toBe(`${'a'.repeat(139)}…`);
    expect(previewOf('😀'.repeat(141))).toBe(`${'😀'.repeat(139)}…`);
    expect(previewOf(`${'a'.repeat(20)} ${'b'.repeat(200)}`)).toBe(`${'a'.repeat(20)} ${'b'.repeat(118)}…`);
  });
});
