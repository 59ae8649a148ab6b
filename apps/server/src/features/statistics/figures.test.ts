// @module-tag sql
import type { ConversationStatistics } from '@parley/sdk';
import { describe, expect, test } from 'vitest';
import { type Written, writerOf } from '../../../testing/conversations/written-conversations.ts';
import { engines } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import { createRandom } from '../../random.ts';
import { createDistinct } from './distinct-count.ts';
import { percentilesOf } from './percentiles.ts';

const day = 24 * 60 * 60 * 1000;
const midnight = () => Math.floor(Date.now() / day) * day;

describe.each(engines)('figures of statistics, on %s', (engine) => {
  const parley = service(engine);
  const write = writerOf(() => parley.db);

  const begin = async () => {
    const person = await parley.person();
    const client = await person.client();
    const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    const place = { agent, workspace: person.workspace };
    const read = (more: { days?: number; agentId?: string } = {}) =>
      client.conversations.statistics({ workspaceId: person.workspace, days: 2, ...more });
    return { client, place, read };
  };
  type Figures = ConversationStatistics['total'];
  const figuresOf = ({ users, usage, latencyMs }: Figures) => ({ users, usage, latencyMs });

  test('200: users, tokens and latency by day, in all, and in the period before', async () => {
    const { place, read } = await begin();
    const yesterday = midnight() - day;
    const reply = (at: number, latency: number, more: Partial<Written> = {}): Written => {
      const tokens = { input: 10, output: 3 };
      return { at, role: 'assistant', latency, ...tokens, ...more };
    };
    await write({ ...place, user: 'ada' }, yesterday - day, [
      { at: yesterday - 1 },
      reply(yesterday - 1, 9_999),
      { at: yesterday },
      reply(yesterday, 100),
      reply(yesterday, 90_000, { status: 'failed' }),
      { at: yesterday + day },
      reply(yesterday + day, 1_234),
    ]);
    await write({ ...place, user: 'ben' }, yesterday, [{ at: yesterday }, reply(yesterday, 200)]);
    // A user who didn't write, and a conversation without a user.
    await write({ ...place, user: 'eve' }, yesterday, [{ at: yesterday, role: 'human' }]);
    await write(place, yesterday, [{ at: yesterday }, reply(yesterday, 300, { input: 0, output: 0 })]);
    const { days, total, previous } = await read();
    expect(days.map(figuresOf)).toEqual([
      { users: 2, usage: { inputTokens: 30, outputTokens: 9 }, latencyMs: { median: 200, p95: 300 } },
      { users: 1, usage: { inputTokens: 10, outputTokens: 3 }, latencyMs: { median: 1_230, p95: 1_230 } },
    ]);
    expect(figuresOf(total)).toEqual({
      users: 2,
      usage: { inputTokens: 40, outputTokens: 12 },
      latencyMs: { median: 200, p95: 1_230 },
    });
    // It ends at the present time of day: the conversation was created before that, its first message sent after.
    expect(previous).toMatchObject({ conversations: 1, messages: { user: 0 }, users: 0, latencyMs: null });
  });

  test('200: the period before is as long as this one so far', async () => {
    const { place, read } = await begin();
    const now = Date.now();
    const hour = day / 24;
    const at = [now - hour, now - 2 * day - hour, now - 2 * day + hour, midnight() - 3 * day, midnight() - 3 * day - 1];
    for (const time of at) await write({ ...place, user: `user_${time}` }, time, [{ at: time }]);
    const { total, previous } = await read();
    // In the hour after midnight or before it, a message falls on another day.
    const [first, end] = [midnight() - day, now - 2 * day];
    expect(total.users).toBe(at.filter((time) => time >= first).length);
    expect(previous.users).toBe(at.filter((time) => time >= first - 2 * day && time < end).length);
    expect(previous.conversations).toBe(previous.users);
  });

  test('200: trials of the playground count apart', async () => {
    const { client, place, read } = await begin();
    const at = midnight();
    await write({ ...place, user: 'ada' }, at, [{ at }, { at, role: 'assistant', latency: 5, input: 1, output: 2 }]);
    await write({ ...place, user: 'ben', playground: true }, at, [
      { at },
      { at, role: 'assistant', latency: 500, input: 100, output: 200, feedback: 'negative' },
      { at, role: 'assistant', status: 'failed' },
    ]);
    await client.agents.chat(place.agent, { message: 'Hello', playground: true });
    for (const agentId of [undefined, place.agent]) {
      const { total, days, playground } = await read(agentId === undefined ? {} : { agentId });
      expect(total).toEqual({
        conversations: 1,
        messages: { user: 1, assistant: 1, human: 0 },
        feedback: { positive: 0, negative: 0 },
        failed: 0,
        usage: { inputTokens: 1, outputTokens: 2 },
        users: 1,
        latencyMs: { median: 5, p95: 5 },
        satisfaction: { answered: 0, average: null, satisfied: null },
      });
      expect(days[1]).toEqual({ date: days[1]?.date, ...total });
      expect(playground).toMatchObject({ conversations: 2, messages: { user: 2, assistant: 3, human: 0 }, failed: 1 });
      expect(playground.feedback).toEqual({ positive: 0, negative: 1 });
      expect(playground.usage.inputTokens).toBeGreaterThanOrEqual(100);
      expect(playground).not.toHaveProperty('users');
    }
  });

  test('200: latencies as sorting all of them gives, less than 1 % too low', async () => {
    const { place, read } = await begin();
    const random = createRandom(7);
    const at = midnight();
    const latencies = Array.from({ length: 700 }, () => Math.floor(10 ** (random() * 7.2)));
    await write(
      place,
      at,
      latencies.map((latency) => ({ at, role: 'assistant', latency })),
    );
    const sorted = [...latencies].sort((one, other) => one - other);
    const { latencyMs } = (await read()).total;
    for (const [got, exact] of [
      [latencyMs?.median, sorted[349]],
      [latencyMs?.p95, sorted[664]],
    ] as const) {
      const capped = Math.min(exact ?? 0, 9_999_000);
      expect(got).toBeLessThanOrEqual(capped);
      expect(got).toBeGreaterThan(capped * 0.99);
    }
  });
});

describe('percentiles', () => {
  test('by the nearest rank', () => {
    expect(percentilesOf(new Map())).toBeNull();
    expect(percentilesOf(new Map([[7, 1]]))).toEqual({ median: 7, p95: 7 });
    const even = new Map(Array.from({ length: 100 }, (_, index) => [100 - index, 1]));
    expect(percentilesOf(even)).toEqual({ median: 50, p95: 95 });
    expect(
      percentilesOf(
        new Map([
          [900, 6],
          [5, 94],
        ]),
      ),
    ).toEqual({ median: 5, p95: 900 });
  });
});

describe('a count of different texts', () => {
  test('is exact up to its limit, and near beyond it', () => {
    const distinct = createDistinct(1_000);
    for (let round = 0; round < 2; round += 1) {
      for (let text = 0; text < 1_000; text += 1) distinct.add(`user ${text}`);
    }
    expect(distinct.count()).toBe(1_000);
    for (let text = 0; text < 50_000; text += 1) distinct.add(`user ${text}`);
    expect(Math.abs(distinct.count() - 50_000)).toBeLessThan(5_000);
  });
});
