// @module-tag sql

import type { Message, NewChannel, Parley } from '@parley/sdk';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { between, createRandom } from '../../src/random.ts';
import type { Engine } from '../../src/storage/database.ts';
import { engines } from '../databases/engines.ts';
import { type RunningServer, startServer, takenOver } from '../processes/program.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { begin, ending, piece, startFakeProvider } from '../servers/fake-provider.ts';
import { isSignedWith, sendEvent, startWebhookServer } from '../servers/webhook-server.ts';
import { makeInstallation } from './installation.ts';

const kills = runs(2, 'PARLEY_TEST_WEBHOOK_KILLS', 4);

/** The work under way at a kill: an event is stored, its message too, its reply is written, its reply is delivered. */
const moments = ['received', 'asked', 'replying', 'delivering'] as const;

/** Users who write before each kill: the first in one conversation all the time, the others for the first time. */
const users = 3;

/** Max time until all is answered and delivered, in ms. On PostgreSQL the leases of a dead process end first. */
const finished = 2 * takenOver;

const patient = { timeout: 60_000, interval: 10 };
const apology = 'Sorry, that failed.';
const answer = 'An answer.';
const seed = announceSeed('testing/crash/webhooks');

const provider = await startFakeProvider();
afterAll(provider.close);

/** An event of a platform, and the only message that may come of it. */
interface Sent {
  readonly id: string;
  readonly user: string;
  readonly text: string;
}

// Side by side, because most of the time is waiting for leases.
describe.concurrent.each(engines)('a server on %s that is killed while a webhook is used', (engine) => {
  test(`handles each event once and delivers each reply, after ${kills} kills`, {
    timeout: 180_000 + kills * 60_000 + finished,
  }, async () => {
    const random = createRandom(seed);
    const installation = await makeInstallation(engine);
    const world = await makeWorld(engine);
    const env = { ...installation.env, ...provider.environment, ...world.env };
    let server = await startServer(installation.dataDir, { env });
    const channel = await world.makeChannel(installation.client(server.url));
    const sent: Sent[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      // The seed chooses where a run with few kills begins.
      const moment = moments[(seed + kill) % moments.length] ?? 'received';
      const events = Array.from({ length: users }, (_, index): Sent => {
        const user = index === 0 ? 'always' : `user-${kill}-${index}`;
        return { id: `event-${engine}-${kill}-${index}`, user, text: `Question ${kill} of ${user}` };
      });
      sent.push(...events);
      world.hold(moment);
      const { url } = server;
      // A duplicate immediately, and again if a kill leaves it unanswered.
      const first = events.flatMap((event) => [0, 1].map(() => post(url, channel, event)));
      await Promise.any(first);
      await world.sees(moment);
      await new Promise((resolve) => setTimeout(resolve, between(random, 0, 20)));
      await server.kill();
      const acknowledged = await Promise.allSettled(first);
      expect(acknowledged.some(({ status }) => status === 'fulfilled')).toBe(true);
      world.release();
      server = await startServer(installation.dataDir, { env });
      // A platform repeats unacknowledged events, and sometimes acknowledged ones.
      await Promise.all(events.map((event) => post(server.url, channel, event)));
    }
    const client = installation.client(server.url);
    const replies = await answered(client, { channel, sent });
    // Otherwise the kills came too early or too late to prove anything.
    if (kills >= moments.length) {
      expect(replies.filter(({ status }) => status === 'failed').length).toBeGreaterThan(0);
      await world.expectRepeated();
    }
    await world.expectDelivered(channel, replies);
    await expectSettled(server, { channel, sent, client });
    expect(await server.stop()).toBe(0);
    expect(await installation.inspect()).toEqual([]);
    await world.close();
    await installation.close();
  });
});

/** Sends an event; throws unless it is acknowledged. */
async function post(url: string, { _id, secret }: NewChannel, { id, user, text }: Sent): Promise<void> {
  const body = { type: 'message', user: { id: user }, text };
  const reply = await sendEvent(url, { channel: _id, secret: secret ?? '', body }, { id });
  expect(reply).toMatchObject({ status: 200, data: { received: true } });
}

/** The model and the other side of the webhook, which can both be held. */
async function makeWorld(engine: Engine) {
  const other = await startWebhookServer();
  const model = `webhooks-${engine}`;
  let held: (typeof moments)[number] | undefined;
  let seen = new Set<string>();
  provider.play(model, (response) => {
    begin(response).flushHeaders();
    if (held === 'replying') response.write(piece('Half of an ans'));
    seen.add('asked').add('replying');
    if (held !== 'asked' && held !== 'replying') response.end(piece(answer) + ending());
  });
  other.answers((_request, response) => {
    seen.add('delivering');
    if (held !== 'delivering') response.writeHead(204).end();
  });
  const times = () => {
    const counts = new Map<string, number>();
    for (const { id } of other.delivered) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  };
  return {
    env: { PARLEY_ALLOW_PRIVATE_HOSTS: new URL(other.url).host },
    close: other.close,
    hold: (moment: (typeof moments)[number]) => {
      held = moment;
      seen = new Set(['received']);
    },
    release: () => {
      held = undefined;
    },
    sees: (moment: string) => vi.waitFor(() => expect([...seen]).toContain(moment), patient),
    makeChannel: async (client: Parley) => {
      const { _id: agent } = await client.agents.create({ name: 'Fake', model: `fake/${model}` });
      return client.channels.create(agent, { type: 'webhook', settings: { url: other.url, apology } });
    },
    /** Waits until a message is delivered again: one that a kill has interrupted, once its lease has expired. */
    expectRepeated: () =>
      vi.waitFor(() => expect(Math.max(...times().values())).toBeGreaterThan(1), { timeout: finished, interval: 100 }),
    /** Expects each reply, in place of a failed one the apology, always with its own ID, and nothing else. */
    expectDelivered: async ({ _id, secret }: NewChannel, replies: readonly Message[]) => {
      const ids = replies.map((reply) => reply._id).sort();
      await vi.waitFor(() => expect([...times().keys()].sort()).toEqual(ids), { timeout: finished, interval: 100 });
      const texts = new Map(replies.map((reply) => [reply._id, reply.status === 'failed' ? apology : reply.content]));
      for (const delivered of other.delivered) {
        const { data } = delivered.body;
        expect(data).toMatchObject({ channel: _id, message: delivered.id, text: texts.get(delivered.id) });
        expect(isSignedWith(secret ?? '', delivered)).toBe(true);
      }
    },
  };
}

/** A channel, and the events that were sent to it. */
interface Given {
  readonly channel: NewChannel;
  readonly sent: readonly Sent[];
}

/** Waits until each event is one message with one reply, in order, and returns the replies. */
async function answered(client: Parley, { channel, sent }: Given): Promise<readonly Message[]> {
  const of = (user: string) => sent.filter((event) => event.user === user);
  const names = [...new Set(sent.map(({ user }) => user))];
  const look = async () => {
    const replies: Message[] = [];
    for (const user of names) {
      const { items } = await client.conversations.list({ channelId: channel._id, userId: user });
      expect(items).toMatchObject([{ turn: null }]);
      const messages: Message[] = [];
      for await (const each of client.messages.list(items[0]?._id ?? '', { sort: 'createdAt' })) messages.push(each);
      expect(messages.map(({ role }) => role)).toEqual(of(user).flatMap(() => ['user', 'assistant']));
      // The next turn may have begun since the conversation was read.
      expect(messages.filter(({ status }) => status === 'streaming')).toEqual([]);
      replies.push(...messages.filter(({ role }) => role === 'assistant'));
      // Both copies of the first events of a thread were sent at the same time; those of later kills came later.
      expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(
        of(user).map(({ text }) => text),
      );
    }
    return replies;
  };
  const replies = await vi.waitFor(look, { timeout: finished, interval: 250 });
  for (const { status, content, finishReason } of replies) {
    if (status === 'failed') expect(finishReason).toBe('interrupted');
    else expect({ status, content }).toEqual({ status: 'complete', content: answer });
  }
  return replies;
}

/** Expects that a repeated event, now that all is done, changes nothing. */
async function expectSettled({ url }: RunningServer, { channel, sent, client }: Given & { readonly client: Parley }) {
  const before = await client.conversations.list({ channelId: channel._id, limit: 100, includeTotal: true });
  await Promise.all(sent.slice(0, 10).map((event) => post(url, channel, event)));
  const [last] = sent.slice(-1);
  const marker = { id: `${last?.id}-marker`, user: 'marker', text: 'All before is handled' };
  await post(url, channel, marker);
  await answered(client, { channel, sent: [marker] });
  const after = await client.conversations.list({ channelId: channel._id, limit: 100, includeTotal: true });
  expect(after.total).toBe((before.total ?? 0) + 1);
}
