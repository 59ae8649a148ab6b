// @module-tag sql
import type { NewChannel, Parley } from '@parley/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { awayFromMidnight } from '../../../../testing/fixtures/days.ts';
import { service } from '../../../../testing/harness.ts';
import { sendEvent, startWebhookServer } from '../../../../testing/servers/webhook-server.ts';

const patient = { timeout: 30_000, interval: 25 };
const other = await startWebhookServer();
afterAll(() => other.close());

describe.each(engines)('a message of a platform beyond the limits, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_ALLOW_PRIVATE_HOSTS: new URL(other.url).host } });
  let client: Parley;
  let agent: string;
  let ahead = 0;
  beforeAll(async () => {
    ahead = awayFromMidnight(parley);
    client = await (await parley.person()).client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });
  beforeEach(() => other.answers((_request, response) => void response.writeHead(204).end()));

  const makeChannel = (limits: object, url = other.url) =>
    client.channels.create(agent, { type: 'webhook', settings: { url }, limits });
  /** Sends messages, each when the one before is handled. */
  const say = async ({ _id: channel, secret }: NewChannel, user: string, texts: readonly string[]) => {
    for (const text of texts) {
      const body = { type: 'message', user: { id: user }, conversation: 'order-7', text };
      const { status } = await sendEvent(parley.url, { channel, secret: secret ?? '', body }, { late: -ahead });
      expect(status).toBe(200);
      await vi.waitFor(async () => expect(await eventsOf(channel, 'pending')).toEqual([]), patient);
    }
  };
  const eventsOf = (channel: string, state: string) =>
    parley.db.read(
      parley.db.query
        .selectFrom('channel_events')
        .select(['id', 'error', 'payload'])
        .where('channel_id', '=', channel)
        .where('state', '=', state)
        .orderBy('received_at'),
    );
  const refusedOf = (channel: string, count: number) =>
    vi.waitFor(async () => {
      const refused = await eventsOf(channel, 'refused');
      expect(refused.map(({ error, payload }) => [error, payload])).toEqual(
        Array.from({ length: count }, () => ['channel_limit_reached', '']),
      );
      return refused;
    }, patient);
  const deliveredTo = (channel: string) => other.delivered.filter(({ body }) => body.data['channel'] === channel);

  test('is answered in the words of the channel, once a day in a thread', async () => {
    const channel = await makeChannel({ visitorMessagesPerDay: 1, message: 'Enough for today.' });
    await say(channel, 'ada', ['One', 'Two', 'Three']);
    const [first] = await refusedOf(channel._id, 2);
    await vi.waitFor(() => expect(deliveredTo(channel._id)).toHaveLength(2), patient);
    const [conversation] = (await client.conversations.list({ channelId: channel._id })).items;
    expect(conversation?.messageCount).toBe(2);
    const told = deliveredTo(channel._id).find(({ body }) => body.data['text'] === 'Enough for today.');
    expect(told?.id).toBe(first?.id);
    expect(told?.body.data).toEqual({
      ...{ channel: channel._id, conversation: conversation?._id, message: first?.id, user: 'ada', thread: 'order-7' },
      ...{ text: 'Enough for today.', role: 'assistant' },
    });
  });

  test('of a user who has no conversation yet, too; a failed attempt is repeated with the same ID', async () => {
    const channel = await makeChannel({ messagesPerDay: 1, message: null });
    await say(channel, 'ada', ['One']);
    await vi.waitFor(() => expect(deliveredTo(channel._id)).toHaveLength(1), patient);
    let failed = 0;
    other.answers((_request, response) => {
      failed += 1;
      response.writeHead(failed === 1 ? 503 : 204).end();
    });
    await say(channel, 'bob', ['One']);
    const [refused] = await refusedOf(channel._id, 1);
    const told = deliveredTo(channel._id).slice(1);
    expect(told.map(({ id }) => id)).toEqual([refused?.id, refused?.id]);
    const text = 'No more messages are accepted today; try again tomorrow.';
    expect(told[0]?.body.data).toMatchObject({ conversation: null, user: 'bob', thread: 'order-7', text });
    expect(await client.channels.retrieve(channel._id)).toMatchObject({ status: 'active', lastError: null });
  });

  test('no answer is sent if the channel has no address to send to', async () => {
    const channel = await makeChannel({ visitorMessagesPerDay: 1, message: 'Enough for today.' }, '');
    await say(channel, 'ada', ['One', 'Two']);
    await refusedOf(channel._id, 1);
    expect(deliveredTo(channel._id)).toEqual([]);
  });
});
