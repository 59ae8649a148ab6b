// @module-tag sql

import { type Message, NotFoundError, type Parley } from '@parley/sdk';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { between, createRandom } from '../../src/random.ts';
import { engines } from '../databases/engines.ts';
import { startServer, takenOver } from '../processes/program.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { startFakeProvider } from '../servers/fake-provider.ts';
import { converse, follow, listen, newWatched, remove, speaks, type Watched } from './conversing.ts';
import { type Installation, makeInstallation } from './installation.ts';

const kills = runs(2, 'PARLEY_TEST_CONVERSATION_KILLS', 4);
/** With few kills, it is luck if one meets the second before a message is indexed. */
const leastUnindexed = kills >= 20 ? 1 : 0;

/** Conversations of each round with short replies, beside one with a reply that is written until the kill. */
const short = 2;

/** The conversations of so many rounds stay followed over further kills. */
const rounds = 8;

/** On PostgreSQL a reply ends once the lease of its dead process has expired. */
const patience = { timeout: takenOver, interval: 100 };

const seed = announceSeed('testing/crash/conversations');
const provider = await startFakeProvider({ remembers: false });
afterAll(provider.close);

// Side by side, because most of the time is waiting: for replies, and on PostgreSQL for leases.
describe.concurrent.each(engines)('a server on %s that is killed while conversations are written', (engine) => {
  const models = { short: `short-${engine}`, endless: `endless-${engine}` };
  provider.play(models.short, speaks(10));
  provider.play(models.endless, speaks());

  const title = `loses nothing for followers and for searches, ${kills} times`;
  test(title, { timeout: 120_000 + kills * 60_000 }, async () => {
    const random = createRandom(seed);
    const installation = await makeInstallation(engine);
    const env = { ...installation.env, ...provider.environment };
    let server = await startServer(installation.dataDir, { env });
    const first = installation.client(server.url);
    const agents = {
      short: (await first.agents.create({ name: 'Short', model: `fake/${models.short}` }))._id,
      endless: (await first.agents.create({ name: 'Endless', model: `fake/${models.endless}` }))._id,
    };
    let earlier: Watched[][] = [];
    const seen = { interrupted: 0, unindexed: 0 };
    for (let kill = 1; kill <= kills; kill += 1) {
      const client = installation.client(server.url);
      const { round, following } = await begin(client, agents, earlier.flat());
      const [endless, ...others] = round;
      if (endless === undefined) throw new Error('There is a conversation with an endless reply.');
      const doomed = between(random, 0, 2) === 0 ? [] : (earlier.at(-1)?.slice(-1) ?? []);
      const writing = [
        listen(client, endless),
        ...others.map((one) => converse(client, one, createRandom(between(random, 0, 2 ** 30)))),
      ];
      const left = between(random, 0, 2_500);
      const removing = later(between(random, 0, left), () => doomed.map((one) => remove(client, one)));
      await later(left, () => []);
      // Every second kill comes in the middle of a reply, and right after a message that isn't indexed yet.
      if (kill % 2 === 0) {
        const sent = () => others.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
        await vi.waitFor(() => expect(isGrowing(endless)).toBe(true), patience);
        const before = sent();
        await vi.waitFor(() => expect(sent()).toBeGreaterThan(before), { timeout: 60_000, interval: 1 });
      }
      await server.kill();
      await Promise.all([...writing, removing, ...following.map(({ ended }) => ended)]);
      seen.unindexed += await installation.unindexed();
      server = await startServer(installation.dataDir, { env });
      earlier.push(round);
      const settling = kill === kills ? earlier : earlier.slice(0, -rounds);
      earlier = earlier.slice(-rounds);
      seen.interrupted += await settle(installation, installation.client(server.url), settling.flat());
    }
    await server.kill();
    await installation.close();
    // Otherwise the kills came too early to prove anything.
    expect(seen.interrupted).toBeGreaterThanOrEqual(Math.floor(kills / 2));
    expect(seen.unindexed).toBeGreaterThanOrEqual(leastUnindexed);
  });
});

/** Creates the conversations of a round, and follows them and those of earlier rounds. */
async function begin(client: Parley, agents: { short: string; endless: string }, earlier: readonly Watched[]) {
  const of = [agents.endless, ...Array.from({ length: short }, () => agents.short)];
  const made = await Promise.all(of.map((agent) => client.conversations.create(agent)));
  const round = made.map(({ _id }) => newWatched(_id));
  const following = [...earlier, ...round].filter(({ deletion }) => deletion !== 'acknowledged');
  const readers = following.map((one) => follow(client, one));
  // A follower that connects after a message isn't told of it.
  await vi.waitFor(() => expect(round.every(({ copy }) => copy.conversation !== undefined)).toBe(true), patience);
  return { round, following: readers };
}

/** Expects that followers and searches find everything that is stored; returns the number of interrupted replies. */
async function settle(installation: Installation, client: Parley, all: readonly Watched[]): Promise<number> {
  const stored: (readonly [Watched, readonly Message[]])[] = [];
  for (const watched of all) {
    const found = await read(client, watched);
    if (found !== undefined) stored.push([watched, found]);
  }
  await vi.waitFor(async () => expect(await installation.unindexed()).toBe(0), patience);
  for (const [watched, messages] of stored) await expectWhole(client, watched, messages);
  for (const { deletion, acknowledged } of all) {
    if (deletion !== 'acknowledged') continue;
    for (const { content } of acknowledged) expect([content, await foundBy(client, content)]).toEqual([content, []]);
  }
  return stored.flatMap(([, messages]) => messages).filter(({ finishReason }) => finishReason === 'interrupted').length;
}

/** Expects that the follower of a conversation has these messages, what was acknowledged among them, and searches too. */
async function expectWhole(client: Parley, watched: Watched, messages: readonly Message[]): Promise<void> {
  const { id, copy, acknowledged } = watched;
  const conversation = await client.conversations.retrieve(id);
  const heard = () => ({ conversation: copy.conversation, messages: [...copy.messages.values()] });
  const reader = follow(client, watched);
  await vi.waitFor(() => expect(heard()).toEqual({ conversation, messages }), patience);
  await reader.leave();
  const lines = messages.map(({ _id, status, content }) => `${_id} ${status} ${content}`);
  for (const { _id, status, content } of acknowledged) expect(lines).toContain(`${_id} ${status} ${content}`);
  for (const { _id, content } of messages) {
    // A reply that was interrupted immediately has no words.
    if (content !== '') expect([content, await foundBy(client, content)]).toEqual([content, [_id]]);
  }
}

/** The messages of a conversation once no reply is being written; undefined if it was deleted. */
async function read(client: Parley, { id, deletion }: Watched): Promise<readonly Message[] | undefined> {
  const found = await client.conversations.retrieve(id).catch((error: unknown) => {
    if (error instanceof NotFoundError && deletion !== 'none') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  expect(deletion).not.toBe('acknowledged');
  await vi.waitFor(async () => expect((await client.conversations.retrieve(id)).turn).toBeNull(), patience);
  return client.messages.list(id, { sort: 'createdAt' }).toArray({ limit: 100_000 });
}

/** The messages that are found by the first word of a text. */
async function foundBy(client: Parley, content: string): Promise<readonly (string | undefined)[]> {
  const [word = ''] = content.split(' ', 1);
  // With a space behind it, it is a whole word and not the beginning of one.
  const { items } = await client.conversations.list({ q: `${word} ` });
  return items.map(({ match }) => match?.message);
}

/** True if a follower has heard some of a reply that is being written. */
const isGrowing = ({ copy }: Watched): boolean =>
  [...copy.messages.values()].some(({ status, parts }) => status === 'streaming' && parts.length > 0);

/** Starts something after a time, and waits for it. */
async function later(ms: number, start: () => readonly Promise<unknown>[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  await Promise.all(start());
}
