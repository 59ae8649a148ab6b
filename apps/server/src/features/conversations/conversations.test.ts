// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe.each(engines)('conversations, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const begin = (body: Parameters<Parley['conversations']['create']>[1] = {}) =>
    client.conversations.create(agent, body);
  const eventsOf = async (conversation: string) =>
    (await loggedEvents(parley.db, conversation)).map(({ type }) => type);

  test('200: starts empty with the given values, and a read returns the same', async () => {
    const draft = {
      userId: 'u 1',
      title: 'Order 4711',
      tags: ['new', 'é'],
      metadata: { order: { id: 1 }, list: [null] },
    };
    const { data: made, etag } = await begin(draft).withResponse();
    expect(made).toEqual({
      ...draft,
      _id: expect.stringMatching(/^conv_[0-9a-z]{26}$/),
      agent,
      workspace: alice.workspace,
      channel: null,
      status: 'open',
      answeringAgent: null,
      takenBy: null,
      waitingSince: null,
      assignee: null,
      team: null,
      priority: 'normal',
      snoozedUntil: null,
      visitor: null,
      playground: false,
      messageCount: 0,
      lastMessageAt: null,
      turn: null,
      usage: { inputTokens: 0, outputTokens: 0 },
      rating: null,
      satisfaction: null,
      createdAt: iso,
      updatedAt: made.createdAt,
    });
    expect(etag).toBe('"1"');
    expect(await client.conversations.retrieve(made._id)).toEqual(made);
    expect(await eventsOf(made._id)).toEqual(['conversation.created']);
  });

  test('200: a trial of the playground is marked when it is created, and stays so', async () => {
    const made = await begin({ playground: true });
    expect(made.playground).toBe(true);
    expect(await client.conversations.update(made._id, { ...made, title: 'Trial' })).toMatchObject({
      playground: true,
    });
    const { conversation } = await client.agents.chat(agent, { message: 'Hello', playground: true });
    expect(await client.conversations.retrieve(conversation._id)).toMatchObject({ playground: true });
    await client.agents.chat(agent, { message: 'Again', conversationId: conversation._id });
    await expect(client.conversations.update(made._id, { playground: false })).rejects.toMatchObject({
      code: 'read_only_field',
    });
    const place = { conversationId: conversation._id, playground: true };
    await expect(client.agents.chat(agent, { message: 'Hello', ...place })).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'playground', message: 'is accepted only for a new conversation' }],
    });
  });

  test('200: creates one per idempotency key', async () => {
    const options = { idempotencyKey: 'begin-once' };
    const [one, two] = [
      await client.conversations.create(agent, {}, options),
      await client.conversations.create(agent, {}, options),
    ];
    expect(two).toEqual(one);
  });

  test('200: an update keeps other fields, replaces tags and metadata, and moves the version', async () => {
    const made = await begin({ title: 'Old', tags: ['a'], metadata: { a: 1, b: 2 } });
    const { data: changed, etag } = await client.conversations
      .update(made._id, { tags: [], metadata: { c: 3 } }, { ifMatch: '"1"' })
      .withResponse();
    expect(changed).toEqual({ ...made, tags: [], metadata: { c: 3 }, updatedAt: iso });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
    expect(etag).toBe('"2"');
    await expect(client.conversations.update(made._id, { title: 'x' }, { ifMatch: '"1"' })).rejects.toMatchObject({
      status: 412,
      code: 'version_conflict',
    });
    expect(await client.conversations.retrieve(made._id)).toEqual(changed);
  });

  test('200: the title is the first line of the first message, unless one is set', async () => {
    const { conversation } = await client.agents.chat(agent, { message: `  Hello\n\n there ${'👍'.repeat(200)}` });
    expect(conversation.title).toBe(`Hello there ${'👍'.repeat(67)}…`);
    const words = await client.agents.chat(agent, { message: `I ordered ${'a bicycle and '.repeat(9)}` });
    expect(words.conversation.title).toBe(`I ordered ${'a bicycle and '.repeat(4)}a bicycle and…`);
    const far = await client.agents.chat(agent, { message: `${' '.repeat(1_598)}A👍` });
    expect(far.conversation.title).toBe('A');
    const named = await begin({ title: 'Mine' });
    await client.messages.send(named._id, { content: 'Hello' });
    expect((await client.conversations.retrieve(named._id)).title).toBe('Mine');
  });

  test('200: lists by every filter, in every order, page by page', async () => {
    const ben = await parley.person();
    const own = await ben.client();
    const [one, two] = [
      (await own.agents.create({ name: 'One', model: 'builtin/echo' }))._id,
      (await own.agents.create({ name: 'Two', model: 'builtin/echo' }))._id,
    ];
    const first = await own.conversations.create(one, {
      userId: 'ann',
      title: 'Apples_and 50%',
      tags: ['a', 'x"b', 'É', '\\'],
    });
    const second = await own.conversations.create(two, { userId: 'bob', title: 'apples too', tags: ['x"a', ',', 'b'] });
    const third = await own.conversations.create(one, { userId: 'ann', title: 'Pears É' });
    await own.conversations.takeOver(second._id);
    await own.conversations.close(third._id);
    const { reply } = await own.messages.send(first._id, { content: 'Rate me' });
    await own.messages.rate(reply?._id ?? '', { rating: 'negative' });
    const titles = async (query: Parameters<Parley['conversations']['list']>[0]) =>
      (await own.conversations.list({ sort: 'createdAt', ...query })).items.map(({ title }) => title);
    const all = ['Apples_and 50%', 'apples too', 'Pears É'];
    expect(await titles({})).toEqual(all);
    expect(await titles({ agentId: two })).toEqual(['apples too']);
    expect(await titles({ status: 'human' })).toEqual(['apples too']);
    expect(await titles({ status: 'closed' })).toEqual(['Pears É']);
    expect(await titles({ userId: 'ann' })).toEqual(['Apples_and 50%', 'Pears É']);
    expect(await titles({ rating: 'negative' })).toEqual(['Apples_and 50%']);
    expect(await titles({ rating: 'positive' })).toEqual([]);
    expect(await titles({ channelId: 'none' })).toEqual([]);
    expect(await titles({ tag: 'a' })).toEqual(['Apples_and 50%']);
    expect(await titles({ tag: 'x"b' })).toEqual(['Apples_and 50%']);
    expect(await titles({ tag: '\\' })).toEqual(['Apples_and 50%']);
    expect(await titles({ tag: ',' })).toEqual(['apples too']);
    expect(await titles({ tag: 'b', userId: 'bob' })).toEqual(['apples too']);
    expect(await titles({ tag: 'b', userId: 'ann' })).toEqual([]);
    for (const tag of ['A', 'é', '"', 'a","', '[]', '%']) expect(await titles({ tag })).toEqual([]);
    expect((await own.conversations.list({ tag: 'a', includeTotal: true })).total).toBe(1);
    const exported = await own.conversations.export({ tag: 'a' }).text();
    expect(exported.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(exported)).toMatchObject({ title: 'Apples_and 50%', tags: ['a', 'x"b', 'É', '\\'] });
    expect(await titles({ q: 'APPLES' })).toEqual(['Apples_and 50%', 'apples too']);
    expect(await titles({ q: '_and 50%' })).toEqual(['Apples_and 50%']);
    expect(await titles({ q: 'pears É' })).toEqual(['Pears É']);
    expect(await titles({ createdAfter: second.createdAt })).not.toContain('Apples_and 50%');
    expect(await titles({ createdBefore: first.createdAt })).toEqual([]);
    expect(await titles({ workspaceId: ben.workspace })).toEqual(all);
    expect(await titles({ sort: '-createdAt' })).toEqual(all.toReversed());
    expect((await titles({ sort: '-lastMessageAt' }))[0]).toBe('Apples_and 50%');
    expect((await titles({ sort: 'updatedAt' })).length).toBe(3);
    const walked: string[] = [];
    for await (const { title } of own.conversations.list({ limit: 1, sort: 'createdAt' })) walked.push(title);
    expect(walked).toEqual(all);
    expect((await own.conversations.list({ includeTotal: true, userId: 'ann', limit: 1 })).total).toBe(2);
    expect((await own.conversations.listOfAgent(one, { sort: 'createdAt' })).items.map(({ title }) => title)).toEqual([
      'Apples_and 50%',
      'Pears É',
    ]);
  });

  test('400: a cursor of another conversation, agent or filter', async () => {
    const [one, other] = [await begin(), await begin()];
    for (const { _id } of [one, other]) await client.messages.send(_id, { content: 'Hello' });
    const { nextCursor: inMessages } = await client.messages.list(one._id, { limit: 1 });
    const { nextCursor: inList } = await client.conversations.listOfAgent(agent, { limit: 1 });
    const [inOne, inAgent] = [
      { limit: 1, cursor: inMessages ?? '' },
      { limit: 1, cursor: inList ?? '' },
    ];
    const another = (await client.agents.create({ name: 'Another', model: 'builtin/echo' }))._id;
    expect((await client.messages.list(one._id, inOne)).items).toHaveLength(1);
    for (const elsewhere of [
      () => client.messages.list(other._id, inOne),
      () => client.messages.list(one._id, { ...inOne, sort: 'createdAt' }),
      () => client.conversations.listOfAgent(another, inAgent),
      () => client.conversations.listOfAgent(agent, { ...inAgent, status: 'open' }),
    ]) {
      await expect(elsewhere()).rejects.toMatchObject({ status: 400, code: 'cursor_invalid' });
    }
  });

  test('200: closes once and reopens', async () => {
    const { _id: id } = await begin();
    expect((await client.conversations.close(id)).status).toBe('closed');
    expect((await client.conversations.close(id)).status).toBe('closed');
    await expect(client.messages.send(id, { content: 'Hello' })).rejects.toMatchObject({ code: 'conversation_closed' });
    expect((await client.conversations.reopen(id)).status).toBe('open');
    expect((await client.conversations.update(id, { status: 'closed' })).status).toBe('closed');
    expect((await client.conversations.update(id, { status: 'open' })).status).toBe('open');
    expect(await eventsOf(id)).toEqual([
      'conversation.created',
      'conversation.closed',
      'conversation.reopened',
      'conversation.closed',
      'conversation.reopened',
    ]);
  });

  test('200: a person takes over, replies and releases; the model stays silent and then sees those messages', async () => {
    const session = await alice.session();
    const { conversation } = await client.agents.chat(agent, { message: 'One' });
    const id = conversation._id;
    expect(await session.conversations.takeOver(id)).toMatchObject({ status: 'human', takenBy: alice.user.id });
    const asked = await client.messages.send(id, { content: 'Is anyone there?' });
    expect(asked).toMatchObject({ reply: null, conversation: { messageCount: 3, turn: null } });
    const replied = await session.messages.send(id, { content: 'I am.', role: 'human' });
    expect(replied.message).toMatchObject({ role: 'human', author: alice.user.id, status: 'complete' });
    expect(await session.conversations.release(id)).toMatchObject({ status: 'open', takenBy: null });
    expect((await client.messages.send(id, { content: 'Two' })).reply?.content).toBe('Two');
    const { items } = await client.messages.list(id, { sort: 'createdAt' });
    expect(items.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: One',
      'assistant: One',
      'user: Is anyone there?',
      'human: I am.',
      'user: Two',
      'assistant: Two',
    ]);
  });

  test('200: stores feedback on the message and the latest on the conversation; null removes it', async () => {
    const first = await client.agents.chat(agent, { message: 'One' });
    const id = first.conversation._id;
    const second = await client.messages.send(id, { content: 'Two' });
    const [one, two] = [first.reply?._id ?? '', second.reply?._id ?? ''];
    expect(await client.messages.rate(two, { rating: 'negative', comment: 'Wrong.' })).toMatchObject({
      feedback: 'negative',
      feedbackComment: 'Wrong.',
    });
    await client.messages.rate(one, { rating: 'positive' });
    expect((await client.conversations.retrieve(id)).rating).toBe('negative');
    expect(await client.messages.rate(two, { rating: null })).toMatchObject({ feedback: null, feedbackComment: null });
    expect((await client.conversations.retrieve(id)).rating).toBe('positive');
  });

  test('200: deletes one with its messages, or all of a user, and returns the counts', async () => {
    const { conversation } = await client.agents.chat(agent, { message: 'Hello', userId: 'to go' });
    await client.agents.chat(agent, { message: 'Hello', userId: 'to go' });
    await client.agents.chat(agent, { message: 'Hello', userId: 'to stay' });
    expect((await client.conversations.delete(conversation._id)).message).toBe('Conversation deleted with 2 messages.');
    await expect(client.messages.list(conversation._id)).rejects.toMatchObject({ code: 'conversation_not_found' });
    expect((await client.conversations.deleteOfUser('to go')).message).toBe('Deleted 1 conversation with 2 messages.');
    expect((await client.conversations.deleteOfUser('to go', { workspaceId: alice.workspace })).message).toBe(
      'Deleted 0 conversations with 0 messages.',
    );
    expect((await client.conversations.list({ userId: 'to stay' })).items).toHaveLength(1);
  });

  test('200: deleting an agent deletes its conversations', async () => {
    const { _id: doomed } = await client.agents.create({ name: 'Doomed', model: 'builtin/echo' });
    const { conversation, message } = await client.agents.chat(doomed, { message: 'Hello' });
    expect((await client.agents.delete(doomed)).message).toBe('Agent deleted with 0 channels and 1 conversation.');
    await expect(client.conversations.retrieve(conversation._id)).rejects.toMatchObject({ status: 404 });
    await expect(client.messages.retrieve(message._id)).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ['an empty title', { title: '' }],
    ['a title that is too long', { title: 'x'.repeat(201) }],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, index) => String(index)) }],
    ['a tag twice', { tags: ['a', 'a'] }],
    ['a tag that is too long', { tags: ['x'.repeat(51)] }],
    ['51 metadata keys', { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [index, 1])) }],
    ['metadata over 16 KiB', { metadata: { a: 'x'.repeat(16_384) } }],
    ['a user id that is too long', { userId: 'x'.repeat(201) }],
  ])('400: refuses %s', async (_what, body) => {
    await expect(begin(body)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('403: a viewer can’t write; an editor can’t delete', async () => {
    const [vera, ed] = [await parley.person(), await parley.person()];
    await alice.invite(vera, 'viewer');
    await alice.invite(ed, 'editor');
    const { _id: id } = await begin();
    const viewer = await vera.client(undefined, { account: alice.account });
    const editor = await ed.client(undefined, { account: alice.account });
    expect((await viewer.conversations.retrieve(id))._id).toBe(id);
    for (const refused of [
      () => viewer.messages.send(id, { content: 'Hello' }),
      () => viewer.conversations.close(id),
      () => viewer.agents.chat(agent, { message: 'Hello' }),
      () => editor.conversations.delete(id),
      () => editor.conversations.deleteOfUser('u', { workspaceId: alice.workspace }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
    }
    expect((await editor.messages.send(id, { content: 'Hello' })).reply?.content).toBe('Hello');
  });

  test('404: conversations of another workspace', async () => {
    const { conversation, message } = await client.agents.chat(agent, { message: 'Secret' });
    const stranger = await (await parley.person()).client();
    const id = conversation._id;
    const { _id: own } = await stranger.agents.create({ name: 'Own', model: 'builtin/echo' });
    for (const refused of [
      () => stranger.conversations.retrieve(id),
      () => stranger.conversations.update(id, { title: 'x' }),
      () => stranger.conversations.delete(id),
      () => stranger.conversations.follow(id).final(),
      () => stranger.messages.list(id),
      () => stranger.messages.send(id, { content: 'x' }),
      () => stranger.messages.retrieve(message._id),
      () => stranger.messages.retry(message._id),
      () => stranger.agents.chat(own, { message: 'x', conversationId: id }),
      () => stranger.agents.chat(agent, { message: 'x' }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ status: 404 });
    }
    expect(await stranger.conversations.export().text()).toBe('');
  });
});
