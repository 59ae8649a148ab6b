// @module-tag sql

import type { Message, Parley } from '@parley/sdk';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { between, createRandom, type Random } from '../../src/random.ts';
import { engines } from '../databases/engines.ts';
import { startServer, takenOver } from '../processes/program.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { begin, ending, type Play, piece, startFakeProvider } from '../servers/fake-provider.ts';
import { makeInstallation } from './installation.ts';

const kills = runs(2, 'PARLEY_TEST_TURN_KILLS', 10);

/** Replies under way at each kill. */
const turns = 3;

/** Every so many kills, and at the last one, the replies have run long enough that a part of them must be stored. */
const longEvery = 10;

/** Text that is older than this at a kill must be stored, in milliseconds; generous for a busy machine. */
const checkpointed = 4_000;

/**
 * Max time until no conversation is busy any more, in milliseconds. On PostgreSQL the next process waits until the dead
 * one's lease expires, because that one might be alive.
 */
const recovered = { sqlite: 0, postgres: takenOver };

const seed = announceSeed('testing/crash/turns');
const provider = await startFakeProvider();
afterAll(provider.close);

/** Writes a word every 20 ms and notes when. */
function talks(said: { at: number; length: number }[]): Play {
  return async (response, { closed }) => {
    let gone = false;
    void closed.then(() => {
      gone = true;
    });
    begin(response).flushHeaders();
    let length = 0;
    for (let word = 0; !gone; word += 1) {
      const text = `word ${word} `;
      response.write(piece(text));
      length += text.length;
      said.push({ at: performance.now(), length });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
}

/** A conversation with a turn when the server was killed. */
interface Left {
  readonly id: string;
  /** Min number of characters of the reply that are stored. */
  readonly least: number;
}

// Side by side, because most of the time is waiting: for replies, and on PostgreSQL for leases.
describe.concurrent.each(engines)('a server on %s that is killed while agents reply', (engine) => {
  const talking = `talks-${engine}`;

  test(`leaves no conversation busy, ${kills} times`, { timeout: 120_000 + kills * 30_000 + takenOver }, async () => {
    const random = createRandom(seed);
    const installation = await makeInstallation(engine);
    const { dataDir } = installation;
    const env = { ...installation.env, ...provider.environment };
    let server = await startServer(dataDir, { env });
    const agent = await installation.client(server.url).agents.create({ name: 'Talks', model: `fake/${talking}` });
    let left: Left[] = [];
    let interrupted = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const client = installation.client(server.url);
      const said: { at: number; length: number }[] = [];
      provider.play(talking, talks(said));
      const conversations = await Promise.all(
        Array.from({ length: turns }, async () => (await client.conversations.create(agent._id))._id),
      );
      const sent = conversations.map((id) => client.messages.send(id, { content: 'Talk' }).catch(() => undefined));
      await new Promise((resolve) => setTimeout(resolve, timeUntil(kill, random)));
      // Every second kill waits for a word, so that slow machines have some.
      if (kill % 2 === 0) await vi.waitFor(() => expect(said).not.toEqual([]), 20_000);
      const killed = performance.now();
      await server.kill();
      await Promise.all(sent);
      const least = Math.max(0, ...said.filter(({ at }) => at < killed - checkpointed).map(({ length }) => length));
      left.push(...conversations.map((id) => ({ id, least })));
      server = await startServer(dataDir, { env });
      // If they may be busy for a while, all are checked together at the end.
      if (recovered[engine] > 0 && kill < kills) continue;
      const again = installation.client(server.url);
      const deadline = performance.now() + recovered[engine];
      for (const one of left) interrupted += await expectRecovered(again, { ...one, deadline });
      left = [];
    }
    await server.kill();
    await installation.close();
    // Otherwise the kills came too early to prove anything.
    expect(interrupted).toBeGreaterThanOrEqual(Math.floor(kills / 2));
  });

  /** Returns the number of interrupted replies; 0 if the message itself was not stored. */
  async function expectRecovered(
    client: Parley,
    { id, least, deadline }: Left & { deadline: number },
  ): Promise<number> {
    let conversation = await client.conversations.retrieve(id);
    while (conversation.turn !== null && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      conversation = await client.conversations.retrieve(id);
    }
    expect(conversation).toMatchObject({ turn: null, status: 'open' });
    const { items } = await client.messages.list(id, { sort: 'createdAt' });
    // A message that was not stored has no turn.
    if (items.length === 0) return 0;
    const [question, answer] = items as [Message, Message];
    expect(question).toMatchObject({ role: 'user', content: 'Talk', status: 'complete' });
    expect(answer).toMatchObject({ status: 'failed', finishReason: 'interrupted', error: { code: 'interrupted' } });
    expect(answer.content).toBe(wordsOf(answer.content.length));
    // The replies take turns, so each is a little shorter than the fastest.
    expect(answer.content.length).toBeGreaterThanOrEqual(Math.floor(least / 2));
    provider.play(talking, (response) => void begin(response).end(piece('Again.') + ending()));
    expect((await client.messages.retry(answer._id)).reply).toMatchObject({ status: 'complete', content: 'Again.' });
    return 1;
  }

  test('finishes its replies if it is told to stop', async () => {
    const slow = `slow-${engine}`;
    const installation = await makeInstallation(engine);
    const server = await startServer(installation.dataDir, { env: { ...installation.env, ...provider.environment } });
    const client = installation.client(server.url);
    const agent = await client.agents.create({ name: 'Slow', model: `fake/${slow}` });
    let begun = 0;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    provider.play(slow, async (response) => {
      begin(response).write(piece('One '));
      begun += 1;
      await ended;
      response.end(piece('two.') + ending());
    });
    const whole = client.agents.chat(agent._id, { message: 'Go' });
    const streamed = client.agents.stream(agent._id, { message: 'Go' }).text();
    const text = Promise.resolve(streamed);
    await vi.waitFor(() => expect(begun).toBe(2), 20_000);
    const isReady = () =>
      fetch(`${server.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    const code = server.stop();
    await vi.waitFor(async () => expect(await isReady()).toBe(false), 20_000);
    end();
    expect((await whole).reply).toMatchObject({ content: 'One two.', status: 'complete' });
    expect(await text).toBe('One two.');
    expect(await code).toBe(0);
    await installation.close();
  });
});

/** Returns the time until a kill, for which the replies run, in ms. */
function timeUntil(kill: number, random: Random): number {
  const isLong = kill % longEvery === 0 || kill === kills;
  return isLong ? between(random, 1.25 * checkpointed, 1.5 * checkpointed) : between(random, 0, 500);
}

/** The first so many characters of the reply. */
function wordsOf(length: number): string {
  let text = '';
  for (let word = 0; text.length < length; word += 1) text += `word ${word} `;
  return text.slice(0, length);
}
