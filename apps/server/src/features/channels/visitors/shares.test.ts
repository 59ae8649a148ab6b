import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { echoAgent, letIn, makeWebChannel } from '../../../../testing/conversations/visitors.ts';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { awayFromMidnight } from '../../../../testing/fixtures/days.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { expectFailure, send } from '../../../../testing/request.ts';
import { says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(anyEngine)('what the visitors of a channel may use, on %s', (engine) => {
  const environment = { PARLEY_TRUSTED_PROXIES: '127.0.0.1', ...provider.environment };
  const parley = service(engine, { environment });
  let alice: Person;
  let agent: string;

  beforeAll(async () => {
    awayFromMidnight(parley);
    alice = await parley.person({ plan: 'business' });
    agent = await echoAgent(alice);
  });

  const channelWith = (limits: object, of = agent) =>
    makeWebChannel(parley, { workspace: alice.workspace, agent: of }, { limits });

  const say = (token: string, content: string, { from = '203.0.113.7', of = agent } = {}) =>
    send(parley.url, {
      ...{ method: 'POST', path: `/api/agents/${of}/chat`, key: token, body: { content } },
      headers: { 'x-forwarded-for': from },
    });
  /** Sends a message of a new visitor. */
  const sayAnew = async (channel: string, from: string) =>
    say((await letIn(parley.url, channel)).token, 'Hello', { from });
  const statusesOf = async (channel: string, addresses: readonly string[]) => {
    const statuses: number[] = [];
    for (const from of addresses) statuses.push((await sayAnew(channel, from)).status);
    return statuses;
  };

  test('an address has a tenth of the day, however many visitors it makes, and others have theirs', async () => {
    const channel = await channelWith({ messagesPerDay: 20 });
    const [mine, other] = ['203.0.113.7', '198.51.100.1'];
    expect(await statusesOf(channel, [mine, mine, mine, other, other, other])).toEqual([201, 201, 429, 201, 201, 429]);
    expectFailure(await sayAnew(channel, mine), 'channel_limit_reached');
    parley.advance(24 * 60 * 60 * 1000);
    expect(await statusesOf(channel, [mine, mine, mine])).toEqual([201, 201, 429]);
  });

  test('messages of an address at once don’t exceed its share', async () => {
    const channel = await channelWith({ messagesPerDay: 50 });
    const tokens = await Promise.all(Array.from({ length: 12 }, () => letIn(parley.url, channel)));
    const sent = await Promise.all(tokens.map(({ token }) => say(token, 'Hello')));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(5);
  });

  test('an IPv6 address is its /64, and a /48 has five shares', async () => {
    const channel = await channelWith({ messagesPerDay: 20 });
    const households = Array.from({ length: 6 }, (_, index) => `2001:db8:1:${index}::1`);
    expect(await statusesOf(channel, ['2001:db8:1:0::1', '2001:db8:1:0::2', '2001:db8:1:0:ffff::3'])).toEqual([
      ...[201, 201, 429],
    ]);
    expect(
      await statusesOf(
        channel,
        households.slice(1).flatMap((each) => [each, each]),
      ),
    ).toEqual([...[201, 201, 201, 201, 201, 201, 201, 201], ...[429, 429]]);
    expect(await statusesOf(channel, ['2001:db8:2::1'])).toEqual([201]);
  });

  test('the owner sets the share; without a limit of the day it doesn’t apply', async () => {
    const half = await channelWith({ messagesPerDay: 4, addressPercent: 50 });
    const [mine, other] = ['203.0.113.7', '198.51.100.1'];
    expect(await statusesOf(half, [mine, mine, mine, other])).toEqual([201, 201, 429, 201]);
    const whole = await channelWith({ messagesPerDay: 2, addressPercent: 100 });
    expect(await statusesOf(whole, [mine, mine, other])).toEqual([201, 201, 429]);
    const unbounded = await channelWith({ messagesPerDay: null });
    expect(await statusesOf(unbounded, [mine, mine, mine])).toEqual([201, 201, 201]);
    const client = await alice.client();
    const update = (limits: object) => client.channels.update(half, { limits });
    expect((await update({ addressPercent: 25 })).limits).toMatchObject({ messagesPerDay: 4, addressPercent: 25 });
    for (const addressPercent of [0, 101, 1.5, null]) {
      await expect(update({ addressPercent })).rejects.toMatchObject({
        details: [expect.objectContaining({ path: 'limits.addressPercent' })],
      });
    }
  });

  test('a message has 4,000 characters unless the channel says otherwise; a longer one leaves nothing', async () => {
    const channel = await channelWith({});
    const session = await letIn(parley.url, channel);
    expect(session.channel.messageLength).toBe(4_000);
    expect((await say(session.token, '🎈'.repeat(4_000))).status).toBe(201);
    const refused = await say(session.token, 'a'.repeat(4_001));
    expect(expectFailure(refused, 'validation_failed').details).toEqual([
      { path: 'content', message: 'must have at most 4,000 characters' },
    ]);
    expectFailure(await say(session.token, '🎈'.repeat(4_001)), 'validation_failed');
    const client = await alice.client();
    expect((await client.conversations.list({ channelId: channel, includeTotal: true })).total).toBe(1);
    await client.channels.update(channel, { limits: { messageLength: 10 } });
    expect((await say(session.token, 'ten signs!')).status).toBe(201);
    expectFailure(await say(session.token, 'ten signs!!'), 'validation_failed');
    // A team isn't bound by it.
    await client.agents.chat(agent, { content: 'a'.repeat(5_000) });
  });

  test('the model reads so many tokens of earlier messages', async () => {
    const model = `history-${engine}`;
    provider.play(model, says('Fine.'));
    const client = await alice.client();
    const own = (await client.agents.create({ name: 'History', model: `fake/${model}` }))._id;
    const channel = await channelWith({ historyTokens: 400 }, own);
    const { token } = await letIn(parley.url, channel);
    const long = (name: string) => `${name} ${'word '.repeat(200)}`.trim();
    const first = await say(token, long('One'), { of: own });
    const conversation = (first.json()['data'] as { conversation: { _id: string } }).conversation._id;
    for (const name of ['Two', 'Three']) {
      const path = `/api/conversations/${conversation}/messages`;
      const sent = await send(parley.url, { method: 'POST', path, key: token, body: { content: long(name) } });
      expect(sent.status).toBe(201);
    }
    const prompts = provider.asked.filter((asked) => asked.model === model);
    const users = prompts.map(({ messages }) => messages.filter(({ role }) => role !== 'system'));
    expect(users.at(-1)?.map(({ content }) => content.split(' ')[0])).toEqual(['Two', 'Fine.', 'Three']);
  });
});
