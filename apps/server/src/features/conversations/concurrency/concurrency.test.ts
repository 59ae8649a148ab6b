import type { MessageEvent, Parley } from '@parley/sdk';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { actorOf } from '../../../../testing/fixtures/actor.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { expectFailure, send } from '../../../../testing/request.ts';
import { conducted, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const limits = 'replies:free=2,pro=3;streams:free=2,pro=5;exports:free=1';
const hint = 'Wait until one ends. The operator of this instance can raise the limit.';

describe.each(anyEngine)('what an account has under way at once, on %s', (engine) => {
  const parley = service(engine, { environment: { ...provider.environment, PARLEY_PLAN_CONCURRENCY: limits } });
  let alice: Person;
  let client: Parley;
  let echo: string;
  let held = 0;

  beforeEach(async () => {
    alice = await parley.person();
    client = await alice.client();
    echo = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  /** An agent whose next reply is held until the test ends it. */
  const holding = async (by = client) => {
    held += 1;
    const answer = conducted();
    onTestFinished(answer.end);
    provider.play(`${engine}-held-${held}`, answer.play);
    const agent = await by.agents.create({ name: 'Held', model: `fake/${engine}-held-${held}` });
    return { agent: agent._id, answer };
  };
  /** Starts a reply that lasts until the test ends it. */
  const reply = async (by = client) => {
    const { agent, answer } = await holding(by);
    const sent = by.agents.chat(agent, { message: 'Go' });
    sent.catch(() => undefined);
    await answer.begun;
    answer.say('One moment');
    return { sent, end: answer.end };
  };
  const used = async (by = client) => {
    const { replies, streams, exports } = (await by.me.retrieve()).concurrency;
    return { replies: replies.used, streams: streams.used, exports: exports.used };
  };
  const eventsOf = async (events: AsyncIterable<MessageEvent>) => {
    const types: string[] = [];
    for await (const { type } of events) types.push(type);
    return types;
  };
  const nothing = { replies: 0, streams: 0, exports: 0 };
  const freed = (by = client) => expect.poll(() => used(by), { timeout: 10_000 }).toEqual(nothing);
  const refused = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(error).toMatchObject({ status: 429, code: 'too_many_concurrent' });
    return error;
  };
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    send(parley.url, { method: 'POST', path, key: await alice.key(), headers, body });

  test('200: the caller and the usage show what is in use, and the limits', async () => {
    const { end, sent } = await reply();
    const concurrency = {
      replies: { limit: 2, used: 1 },
      streams: { limit: 2, used: 0 },
      exports: { limit: 1, used: 0 },
    };
    expect((await client.me.retrieve()).concurrency).toEqual(concurrency);
    expect((await (await alice.session()).me.retrieve()).concurrency).toEqual(concurrency);
    expect((await client.usage.retrieve()).concurrency).toEqual(concurrency);
    end();
    await sent;
    await freed();
  });

  test('429: a further reply is refused, says why, and stores nothing', async () => {
    const first = await reply();
    const second = await reply();
    const before = await client.conversations.list({ includeTotal: true });
    const existing = await client.conversations.create(echo);
    const path = `/api/agents/${echo}/chat`;
    const failure = expectFailure(await post(path, { message: 'One more' }), 'too_many_concurrent');
    expect(failure).toMatchObject({
      error: 'Too many replies are being written: the account has 2, and its plan allows 2 at once.',
      details: [{ path: 'replies', message: '2 in use, limit 2' }],
      hint,
    });
    await refused(client.messages.send(existing._id, { content: 'One more' }));
    await refused(client.agents.chat(echo, { message: 'One more', conversationId: existing._id }));
    const after = await client.conversations.list({ includeTotal: true });
    expect(after.total).toBe(Number(before.total) + 1);
    expect(await client.conversations.retrieve(existing._id)).toMatchObject({ messageCount: 0, turn: null });
    first.end();
    await first.sent;
    await expect.poll(async () => (await used()).replies, { timeout: 10_000 }).toBe(1);
    await client.messages.send(existing._id, { content: 'One more' });
    second.end();
    await second.sent;
    await freed();
  });

  test('429: a refused request leaves its Idempotency-Key as it was', async () => {
    const { end, sent } = await reply();
    const other = await reply();
    const request = { method: 'POST', path: `/api/agents/${echo}/chat`, key: await alice.key() };
    const ask = () =>
      send(parley.url, { ...request, body: { message: 'Once' }, headers: { 'idempotency-key': 'once' } });
    expectFailure(await ask(), 'too_many_concurrent');
    expectFailure(await ask(), 'too_many_concurrent');
    end();
    await sent;
    await expect.poll(ask, { timeout: 10_000 }).toMatchObject({ status: 201 });
    const replayed = await ask();
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    // A stored answer takes no slot, so it is repeated whatever is under way.
    const third = await reply();
    expect((await ask()).text).toBe(replayed.text);
    for (const each of [other, third]) {
      each.end();
      await each.sent;
    }
    await freed();
  });

  test('429: a retry of a failed reply takes a slot, too', async () => {
    const { agent, answer } = await holding();
    const sent = client.agents.chat(agent, { message: 'Go' });
    sent.catch(() => undefined);
    await answer.begun;
    const { items } = await client.conversations.list({ agentId: agent });
    await client.conversations.cancel(items[0]?._id ?? '');
    const [cancelled] = (await client.messages.list(items[0]?._id ?? '')).items;
    const others = [await reply(), await reply()];
    await refused(client.messages.retry(cancelled?._id ?? ''));
    for (const { end } of others) end();
    await Promise.all(others.map((each) => each.sent));
    await freed();
  });

  test('a person’s own message in a conversation takes no slot of replies', async () => {
    const { _id: id } = await client.conversations.create(echo);
    const session = await alice.session();
    await session.conversations.takeOver(id);
    const others = [await reply(), await reply()];
    const { reply: none } = await session.messages.send(id, { content: 'I am here', role: 'human' });
    expect(none).toBeNull();
    for (const { end, sent } of others) {
      end();
      await sent;
    }
  });

  test('429: a streamed chat is a reply and a stream; both are there before anything is stored', async () => {
    const { agent, answer } = await holding();
    const streamed = eventsOf(client.agents.stream(agent, { message: 'Go' }));
    await answer.begun;
    expect(await used()).toEqual({ replies: 1, streams: 1, exports: 0 });
    const { items } = await client.conversations.list({ agentId: agent });
    const path = `/api/conversations/${items[0]?._id}/stream`;
    const key = await alice.key();
    const controller = new AbortController();
    const follower = await fetch(`${parley.url}${path}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: controller.signal,
    });
    expect(follower.status).toBe(200);
    const failure = expectFailure(await send(parley.url, { path, key }), 'too_many_concurrent');
    expect(failure.error).toBe('Too many streams are open: the account has 2, and its plan allows 2 at once.');
    const before = await client.conversations.list({ includeTotal: true });
    await refused(eventsOf(client.agents.stream(echo, { message: 'Streamed' })));
    expect((await client.conversations.list({ includeTotal: true })).total).toBe(before.total);
    expect((await used()).replies).toBe(1);
    controller.abort();
    await expect.poll(async () => (await used()).streams, { timeout: 10_000 }).toBe(1);
    answer.say('Done');
    answer.end();
    expect((await streamed).at(-1)).toBe('message.completed');
    await freed();
  });

  test.each(['jsonl', 'csv'] as const)(
    '429: a further export as %s is refused, and its end frees the slot',
    async (format) => {
      await client.agents.chat(echo, { message: 'Exported' });
      const { conversations } = parley.features.conversations;
      const running = await conversations.export(actorOf(alice), { format });
      const ask = (more: { workspaceId?: string } = {}) => client.conversations.export({ format, ...more }).text();
      const error = await refused(ask());
      expect(error).toMatchObject({
        message: expect.stringContaining(
          'Too many exports are running: the account has 1, and its plan allows 1 at once.',
        ),
        retryAfter: 10,
      });
      await refused(ask({ workspaceId: alice.workspace }));
      running.ended();
      expect(await ask()).toContain('Exported');
      await freed();
    },
  );

  test('a guest’s work counts for the account that owns the workspace', async () => {
    const bob = await parley.person({ plan: 'pro' });
    await alice.invite(bob, 'editor');
    const guest = await bob.session();
    const { agent, answer } = await holding();
    const sent = guest.agents.chat(agent, { message: 'Go' });
    await answer.begun;
    answer.say('One moment');
    expect(await used()).toEqual({ ...nothing, replies: 1 });
    expect(await used(guest)).toEqual(nothing);
    const other = await reply();
    expect(await refused(guest.agents.chat(echo, { message: 'Hi' }))).toMatchObject({
      message: expect.stringContaining('the account has 2, and its plan allows 2'),
    });
    // An export of everything that Bob sees counts for both accounts.
    const memberships = new Map([
      [bob.workspace, 'owner'],
      [alice.workspace, 'editor'],
    ] as const);
    const all = await parley.features.conversations.conversations.export(actorOf(bob, memberships), { format: 'csv' });
    expect([(await used()).exports, (await used(guest)).exports]).toEqual([1, 1]);
    all.ended();
    answer.end();
    other.end();
    await Promise.all([sent, other.sent]);
    await freed();
    await freed(guest);
  });
});

describe.each(anyEngine)('a process with room for few replies, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment, maxReplies: 4 });

  test('503 only if it is full: an account that has many is refused before one that has none', async () => {
    const [greedy, late] = [await parley.person(), await parley.person()];
    const [much, little] = [await greedy.client(), await late.client()];
    const answers = Array.from({ length: 3 }, conducted);
    onTestFinished(() => {
      for (const { end } of answers) end();
    });
    const start = async (client: Parley, index: number) => {
      const model = `${engine}-room-${index}`;
      provider.play(model, answers[index]?.play ?? conducted().play);
      const agent = await client.agents.create({ name: 'Held', model: `fake/${model}` });
      const sent = client.agents.chat(agent._id, { message: 'Go' });
      sent.catch(() => undefined);
      await answers[index]?.begun;
      answers[index]?.say('One moment');
      // In an object, so that it isn't awaited.
      return { sent };
    };
    const running = [await start(much, 0), await start(much, 1)];
    const agent = await much.agents.create({ name: 'Echo', model: 'builtin/echo' });
    await expect(much.agents.chat(agent._id, { message: 'Third' })).rejects.toMatchObject({
      code: 'too_many_concurrent',
      message: expect.stringContaining('the account has 2, and its share of the busy server is 2'),
    });
    running.push(await start(little, 2));
    for (const { end } of answers) end();
    await Promise.all(running.map(({ sent }) => sent));
    await much.agents.chat(agent._id, { message: 'Third' });
  });
});
