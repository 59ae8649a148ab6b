// @module-tag sql

import { Parley } from '@parley/sdk';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { engines } from '../databases/engines.ts';
import { hasRedis } from '../databases/redis.ts';
import { raw } from '../databases/temp-database.ts';
import { collected } from '../memory/collected.ts';
import { conducted, says, startFakeProvider } from '../servers/fake-provider.ts';
import { calls, tool } from '../servers/fake-tools.ts';
import { severalServices } from './services.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

/** Max time until a follower hears of an event, in milliseconds, on a busy machine. */
const patience = 20_000;

describe.runIf(engines.includes('postgres') && hasRedis)('a reply that one process writes and others follow', () => {
  const tools: ((content: string) => void)[] = [];
  const turnAids = {
    toolsOf: async ({ systemPrompt }: { systemPrompt: string }) => (systemPrompt === 'Look.' ? [tool('look')] : []),
    runTool: () => new Promise<{ content: string }>((done) => void tools.push((content) => done({ content }))),
  };
  const services = severalServices({ withRedis: true, environment: provider.environment, turnAids });
  let clients: Parley[];
  let agent: string;
  beforeAll(async () => {
    const key = await (await services.at(0).person()).key();
    clients = [0, 1, 2].map((index) => new Parley({ baseURL: services.at(index).url, apiKey: key, maxRetries: 0 }));
    agent = (await clients[0]?.agents.create({ name: 'Fake', model: 'fake/several' }))?._id ?? '';
  });

  /** Starts a reply on the first process; returns its conversation and the function that writes it. */
  async function begin() {
    const answer = conducted();
    provider.play('several', answer.play);
    const id = (await clients[0]?.conversations.create(agent))?._id ?? '';
    const sent = clients[0]?.messages.send(id, { content: 'Go' });
    await answer.begun;
    return { id, answer, sent };
  }

  const followOn = (index: number, id: string) => {
    const client = clients[index];
    if (client === undefined) throw new Error('There is no such process.');
    return collected(client.conversations.follow(id));
  };

  /** The text of a conversation's reply in the database. */
  const storedText = async (conversation: string) => {
    const sql = "select content from messages where conversation_id = $1 and role = 'assistant'";
    const [stored] = await services.at(0).db.read<{ content: string }>(raw(sql, [conversation]));
    return stored?.content;
  };

  test('reaches them as it grows, not once a second', async () => {
    const { id, answer, sent } = await begin();
    answer.say('One');
    const followers = [followOn(1, id), followOn(2, id), followOn(2, id)];
    let text = 'One';
    for (const { text: heard } of followers) await vi.waitFor(() => expect(heard()).toBe(text), patience);
    let before = 0;
    for (const word of [' two', ' three', ' four', ' fünf 👍']) {
      answer.say(word);
      text += word;
      for (const { text: heard } of followers) {
        await vi.waitFor(() => expect(heard()).toBe(text), { timeout: patience, interval: 5 });
      }
      if ((await storedText(id)) !== text) before += 1;
    }
    // The database gets the text once a second, and a busy machine may take as long for one word, not for each.
    expect(before).toBeGreaterThan(0);
    const late = followOn(1, id);
    await vi.waitFor(() => expect(late.text().length).toBeGreaterThan(0), patience);
    answer.end();
    const reply = (await sent)?.reply;
    for (const { seen, text: heard, ended } of [...followers, late]) {
      await ended;
      expect(heard()).toBe(text);
      expect(seen.at(-1)).toMatchObject({ type: 'message.completed', message: reply });
      expect(seen.filter(({ type }) => type === 'message.completed')).toHaveLength(1);
      expect(seen[0]).toMatchObject({ type: 'message.created', message: { content: '', parts: [] } });
    }
  });

  test('reaches them with its tool calls and results, in order; each is sent once', async () => {
    const made = calls([{ name: 'look', arguments: '{"for":"it"}' }], 'One. ');
    provider.play('looks', made, says('Two.'));
    const settings = { name: 'Looks', model: 'fake/looks', systemPrompt: 'Look.' };
    const { _id: looks } = (await clients[0]?.agents.create(settings)) ?? { _id: '' };
    const id = (await clients[0]?.conversations.create(looks))?._id ?? '';
    const sent = clients[0]?.messages.send(id, { content: 'Go' });
    await vi.waitFor(() => expect(tools).toHaveLength(1), patience);
    const followers = [followOn(0, id), followOn(1, id), followOn(2, id)];
    for (const { seen } of followers) {
      await vi.waitFor(() => expect(seen.at(-1)?.type).toBe('tool.call'), patience);
    }
    tools[0]?.('Found.');
    const reply = (await sent)?.reply;
    for (const { seen, text: heard, ended } of followers) {
      await ended;
      expect(heard()).toBe('One. Two.');
      const others = seen.filter(({ type }) => type !== 'message.delta');
      expect(others.map(({ type }) => type)).toEqual([
        ...['message.created', 'tool.call', 'tool.result'],
        'message.completed',
      ]);
      expect(seen.at(-1)).toMatchObject({ type: 'message.completed', message: reply });
    }
  });

  test('reaches them despite other messages on the channels', async () => {
    const redis = new Redis(services.redis?.url ?? '');
    onTestFinished(() => redis.disconnect());
    const { id, answer, sent } = await begin();
    answer.say('One');
    const follower = followOn(1, id);
    await vi.waitFor(() => expect(follower.text()).toBe('One'), patience);
    for (const channel of ['asked', 'told', 'stopped']) {
      for (const garbage of ['', 'garbage', 'null', '{}', '{"message":"msg_1","offset":-1}']) {
        expect(await redis.publish(`parley_answers_${channel}`, garbage)).toBe(3);
      }
    }
    answer.say(' two');
    await vi.waitFor(() => expect(follower.text()).toBe('One two'), patience);
    answer.end();
    await follower.ended;
    expect(follower.seen.at(-1)).toMatchObject({ type: 'message.completed', message: (await sent)?.reply });
    for (const index of [0, 1, 2]) {
      const told = () =>
        services
          .at(index)
          .log()
          .split('\n')
          .filter((line) => line.includes('told was ignored'));
      await vi.waitFor(() => expect(told()).toHaveLength(1), patience);
    }
  });

  test('reaches them without Redis, too, from the database', async () => {
    const { id, answer, sent } = await begin();
    answer.say('One');
    const follower = followOn(1, id);
    await vi.waitFor(() => expect(follower.text()).toBe('One'), patience);
    await services.redis?.stop();
    onTestFinished(() => services.redis?.start());
    answer.say(' two');
    await vi.waitFor(() => expect(follower.text()).toBe('One two'), patience);
    answer.say(' three');
    answer.end();
    await follower.ended;
    expect(follower.text()).toBe('One two three');
    expect(follower.seen.at(-1)).toMatchObject({ type: 'message.completed', message: (await sent)?.reply });
  });
});
