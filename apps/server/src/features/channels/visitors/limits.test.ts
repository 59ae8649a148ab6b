// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import { askIn, clientOf, echoAgent, letIn, makeWebChannel } from '../../../../testing/conversations/visitors.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { awayFromMidnight } from '../../../../testing/fixtures/days.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { expectFailure, send } from '../../../../testing/request.ts';
import { statement } from '../../../storage/unit.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(engines)('what a channel lets pass, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let agent: string;
  const channelWith = (draft: Parameters<typeof makeWebChannel>[2], of = agent) =>
    makeWebChannel(parley, { workspace: alice.workspace, agent: of }, draft);

  beforeAll(async () => {
    awayFromMidnight(parley);
    alice = await parley.person({ plan: 'business' });
    agent = await echoAgent(alice);
  });

  test('a visitor has as many messages a day as the channel says, in its words; the next day again', async () => {
    const channel = await channelWith({
      limits: { visitorMessagesPerDay: 2, messagesPerDay: null, message: 'Enough for today.' },
    });
    const session = await letIn(parley.url, channel);
    const visitor = clientOf(parley, session);
    const { conversation } = await visitor.agents.chat(agent, { content: 'One' });
    await visitor.messages.send(conversation._id, { content: 'Two' });
    const refused = await send(parley.url, {
      method: 'POST',
      path: `/api/conversations/${conversation._id}/messages`,
      key: session.token,
      body: { content: 'Three' },
    });
    expect(expectFailure(refused, 'channel_limit_reached').error).toBe('Enough for today.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await visitor.conversations.retrieve(conversation._id)).messageCount).toBe(4);
    const other = clientOf(parley, await letIn(parley.url, channel));
    expect((await other.agents.chat(agent, { content: 'One' })).reply?.content).toBe('One');
    parley.advance(day);
    expect((await visitor.messages.send(conversation._id, { content: 'Three' })).reply?.content).toBe('Three');
  });

  test('a channel has as many a day, of all visitors together, however many at once', async () => {
    const channel = await channelWith({
      limits: { visitorMessagesPerDay: null, messagesPerDay: 5, addressPercent: 100 },
    });
    const visitors = await Promise.all(Array.from({ length: 12 }, () => letIn(parley.url, channel)));
    const sent = await Promise.allSettled(
      visitors.map((session) => clientOf(parley, session).agents.chat(agent, { content: 'Hello' })),
    );
    const refused = sent.flatMap((each) => (each.status === 'rejected' ? [each.reason.code as string] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'channel_limit_reached'));
    const { total } = await (await alice.client()).conversations.list({ channelId: channel, includeTotal: true });
    expect(total).toBe(5);
  });

  test('a repeated message counts once', async () => {
    const channel = await channelWith({ limits: { visitorMessagesPerDay: 2, messagesPerDay: 2, addressPercent: 100 } });
    const visitor = clientOf(parley, await letIn(parley.url, channel));
    const first = { content: 'One', clientMessageId: 'one' };
    const begin = () => visitor.agents.chat(agent, first, { idempotencyKey: 'the same' });
    const { conversation } = await begin();
    expect((await begin()).conversation._id).toBe(conversation._id);
    const again = () => visitor.messages.send(conversation._id, { content: 'Two', clientMessageId: 'two' });
    const [sent, repeated] = [await again(), await again()];
    expect(repeated.message._id).toBe(sent.message._id);
  });

  test('an inactive agent doesn’t reply: the message is stored, and gets the channel’s words', async () => {
    const own = await echoAgent(alice);
    const away = await channelWith({ offlineMessage: 'We are back on Monday.' }, own);
    const silent = await channelWith({}, own);
    const team = await alice.client();
    await team.agents.update(own, { status: 'inactive' });
    const { token, channel } = await letIn(parley.url, away);
    expect(channel).toMatchObject({ available: false, offlineMessage: 'We are back on Monday.' });
    const visitor = clientOf(parley, { token });
    const { conversation, reply } = await visitor.agents.chat(own, { content: 'Hello?' });
    expect(reply).toMatchObject({
      content: 'We are back on Monday.',
      status: 'complete',
      role: 'assistant',
      model: null,
    });
    const events = await visitor.messages.stream(conversation._id, { content: 'Hello again?' });
    const types: string[] = [];
    for await (const event of events) types.push(event.type);
    expect([types[0], types.at(-1)]).toEqual(['message.created', 'message.completed']);
    const stored = await team.messages.list(conversation._id, { sort: 'createdAt' });
    expect(stored.items.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      ...['user: Hello?', 'assistant: We are back on Monday.'],
      ...['user: Hello again?', 'assistant: We are back on Monday.'],
    ]);
    const quiet = clientOf(parley, await letIn(parley.url, silent));
    expect((await quiet.agents.chat(own, { content: 'Hello?' })).reply).toBeNull();
    // By key, nothing changes.
    await expect(team.agents.chat(own, { content: 'Hello?' })).rejects.toMatchObject({ code: 'agent_inactive' });
    await team.agents.update(own, { status: 'active' });
    expect((await visitor.messages.send(conversation._id, { content: 'Now?' })).reply?.content).toBe('Now?');
  });

  test('an inactive channel lets no visitor in and takes no message; what was said can be read', async () => {
    const channel = await channelWith({});
    const session = await letIn(parley.url, channel);
    const visitor = clientOf(parley, session);
    const { conversation } = await visitor.agents.chat(agent, { content: 'Hello' });
    const { db } = parley;
    const off = db.query.updateTable('channels').set({ status: 'inactive' }).where('id', '=', channel);
    await db.write([statement(off)]);
    expectFailure(await askIn(parley.url, channel), 'channel_inactive');
    expectFailure(await askIn(parley.url, channel, { token: session.token }), 'channel_inactive');
    await expect(visitor.messages.send(conversation._id, { content: 'More' })).rejects.toMatchObject({
      code: 'channel_inactive',
    });
    expect((await visitor.messages.list(conversation._id)).items).toHaveLength(2);
  });

  test('origins: where the chat may be embedded, checked again at each request', async () => {
    const allowedOrigins = ['https://shop.example', 'https://*.shop.example', 'http://localhost:8080'];
    const widget = await channelWith({ settings: { allowedOrigins } });
    for (const origin of ['https://shop.example', 'https://a.b.shop.example', 'http://localhost:8080', parley.url]) {
      expect((await askIn(parley.url, widget, { origin })).status).toBe(200);
    }
    const others = ['http://shop.example', 'https://shop.example.evil.example', 'https://evilshop.example'];
    for (const origin of others) {
      expectFailure(await askIn(parley.url, widget, { origin }), 'origin_not_allowed');
    }
    expectFailure(
      await askIn(parley.url, widget, { headers: { origin: 'https://evil.example' } }),
      'origin_not_allowed',
    );
    expectFailure(await askIn(parley.url, widget, { origin: 'null' }), 'validation_failed');
    expectFailure(await askIn(parley.url, widget, { origin: 'https://shop.example/path' }), 'validation_failed');
    const page = await channelWith({ type: 'page' });
    expectFailure(await askIn(parley.url, page, { origin: 'https://shop.example' }), 'origin_not_allowed');
    const { token } = await letIn(parley.url, widget, { origin: 'https://shop.example' });
    const ask = () => send(parley.url, { path: '/api/conversations', key: token });
    expect((await ask()).status).toBe(200);
    const { db } = parley;
    const narrowed = JSON.stringify({ allowedOrigins: ['https://other.example'] });
    const update = db.query.updateTable('channels').set({ settings: narrowed }).where('id', '=', widget);
    await db.write([statement(update)]);
    expectFailure(await ask(), 'origin_not_allowed');
  });

  test('floods: requests and messages of one visitor, and new visitors of one address', async () => {
    const channel = await channelWith({});
    const { token } = await letIn(parley.url, channel);
    const body = { content: 'Flood' };
    const path = `/api/agents/${agent}/chat`;
    const sent = await Promise.all(
      Array.from({ length: 25 }, () => send(parley.url, { method: 'POST', path, key: token, body })),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const reply of sent.filter(({ status }) => status !== 201)) expectFailure(reply, 'rate_limited');
    const asked = await Promise.all(Array.from({ length: 80 }, () => askIn(parley.url, channel)));
    expect(asked.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(60);
    // A visitor with a token comes back nevertheless.
    expect((await askIn(parley.url, channel, { token })).status).toBe(200);
    // And keys of the account are not concerned.
    expect((await send(parley.url, { method: 'POST', path, key: await alice.key(), body })).status).toBe(201);
  });
});
