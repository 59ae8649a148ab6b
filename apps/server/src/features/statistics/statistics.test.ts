// @module-tag sql
import type { ConversationStatistics, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Written, writerOf } from '../../../testing/conversations/written-conversations.ts';
import { engines } from '../../../testing/databases/engines.ts';
import { actorOf } from '../../../testing/fixtures/actor.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { explaining } from '../../../testing/plans/query-plans.ts';
import { readStatistics } from './service.ts';

const day = 24 * 60 * 60 * 1000;
const midnight = () => Math.floor(Date.now() / day) * day;

type Day = ConversationStatistics['days'][number];
const nothing: Omit<Day, 'date'> = {
  conversations: 0,
  messages: { user: 0, assistant: 0, human: 0 },
  feedback: { positive: 0, negative: 0 },
  failed: 0,
  usage: { inputTokens: 0, outputTokens: 0 },
  users: 0,
  satisfaction: { answered: 0, average: null, satisfied: null },
  latencyMs: null,
};

describe.each(engines)('statistics of conversations, on %s', (engine) => {
  const parley = service(engine);

  /** A person with an own agent, so that other tests' messages don't count. */
  const begin = async () => {
    const person = await parley.person();
    const client = await person.client();
    const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    return { person, client, agent, workspace: person.workspace };
  };
  const write = writerOf(() => parley.db);
  const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);

  test('200: counts conversations, messages, feedback and failures by UTC day', async () => {
    const { client, ...place } = await begin();
    const today = midnight();
    await write(place, today - day, [
      { at: today - day },
      { at: today - 2, role: 'assistant', feedback: 'positive' },
      { at: today - 1, role: 'human', feedback: 'negative' },
      { at: today },
      { at: today, role: 'assistant', status: 'failed' },
    ]);
    await write(place, today - 2 * day - 1, [{ at: today - 2 * day - 1 }, { at: today - 2 * day }]);
    const { days, total } = await client.conversations.statistics({ workspaceId: place.workspace, days: 3 });
    const dates = [2, 1, 0].map((ago) => new Date(today - ago * day).toISOString().slice(0, 10));
    expect(days).toEqual([
      { ...nothing, date: dates[0], messages: { user: 1, assistant: 0, human: 0 } },
      {
        ...nothing,
        date: dates[1],
        conversations: 1,
        messages: { user: 1, assistant: 1, human: 1 },
        feedback: { positive: 1, negative: 1 },
      },
      { ...nothing, date: dates[2], messages: { user: 1, assistant: 1, human: 0 }, failed: 1 },
    ]);
    expect(total).toEqual({
      ...nothing,
      conversations: 1,
      messages: { user: 3, assistant: 2, human: 1 },
      feedback: { positive: 1, negative: 1 },
      failed: 1,
    });
  });

  test('200: counts today’s messages and ratings, and no deleted ones', async () => {
    const { client, agent, workspace } = await begin();
    const { conversation, reply } = await client.agents.chat(agent, { message: 'Hello' });
    await client.messages.rate(reply?._id ?? '', { rating: 'positive' });
    const read = async () => (await client.conversations.statistics({ workspaceId: workspace, days: 2 })).total;
    const latency = reply?.latencyMs ?? 0;
    expect(latency).toBeLessThan(1_000);
    expect(await read()).toEqual({
      ...nothing,
      conversations: 1,
      messages: { user: 1, assistant: 1, human: 0 },
      feedback: { positive: 1, negative: 0 },
      usage: reply?.usage,
      latencyMs: { median: latency, p95: latency },
    });
    await client.conversations.delete(conversation._id);
    expect(await read()).toEqual(nothing);
  });

  test('200: returns 30 days by default, including days without activity', async () => {
    const { client, workspace } = await begin();
    for (const days of [undefined, 1, 90]) {
      const query = { workspaceId: workspace, ...(days !== undefined && { days }) };
      const counted = await client.conversations.statistics(query);
      expect(counted.days).toHaveLength(days ?? 30);
      expect(counted.days.map(({ date }) => date)).toEqual([...new Set(counted.days.map(({ date }) => date))].sort());
      expect(counted.total).toEqual(nothing);
    }
  });

  test('200: filters by agent; an unknown agent has no counts', async () => {
    const { client, ...place } = await begin();
    const other = (await client.agents.create({ name: 'Other' }))._id;
    const at = midnight();
    await write(place, at, [{ at }, { at, role: 'assistant' }]);
    await write({ ...place, agent: other }, at, [{ at, role: 'human' }]);
    const of = async (agentId: string) =>
      (await client.conversations.statistics({ workspaceId: place.workspace, agentId, days: 2 })).total;
    expect(await of(place.agent)).toEqual({
      ...nothing,
      conversations: 1,
      messages: { user: 1, assistant: 1, human: 0 },
    });
    expect(await of(other)).toEqual({ ...nothing, conversations: 1, messages: { user: 0, assistant: 0, human: 1 } });
    expect(await of('agent_none')).toEqual(nothing);
    const stranger = await begin();
    await write(stranger, at, [{ at }]);
    expect(await of(stranger.agent)).toEqual(nothing);
  });

  test('200: counts each message once across slices, even many of one millisecond', async () => {
    const { client, ...place } = await begin();
    const at = midnight() - day;
    const many = (count: number, time: number): Written[] => Array.from({ length: count }, () => ({ at: time }));
    await write(place, at, [
      ...many(3, at),
      ...many(5_200, at + 1_000),
      ...many(1, at + 1_001),
      ...many(9, at + day - 1),
    ]);
    for (const agentId of [undefined, place.agent]) {
      const query = { workspaceId: place.workspace, days: 2, ...(agentId !== undefined && { agentId }) };
      const { days } = await client.conversations.statistics(query);
      expect(days.map(({ messages }) => messages.user)).toEqual([5_213, 0]);
    }
  });

  test('200: counts any range, beside as many days before, by week or month if they are many', async () => {
    const { client, ...place } = await begin();
    const at = (date: string) => Date.parse(`${date}T12:00:00Z`);
    for (const date of [
      '2024-01-31',
      '2024-03-31',
      '2024-04-01',
      '2024-04-07',
      '2024-04-08',
      '2024-12-31',
      '2025-01-01',
    ]) {
      await write({ ...place, user: 'ada' }, at(date), [{ at: at(date) }]);
    }
    const read = async (from: string, to: string) => {
      const { days, total, previous, ...range } = await client.conversations.statistics({
        ...{ workspaceId: place.workspace, from, to },
      });
      const counted = days.filter(({ conversations }) => conversations > 0);
      return {
        range: Object.values(range).slice(0, 3),
        days: Object.fromEntries(counted.map(({ date, conversations }) => [date, conversations])),
        ...{ entries: days.length, total: total.conversations, users: total.users, before: previous.conversations },
      };
    };
    expect(await read('2024-04-01', '2024-04-08')).toEqual({
      range: ['2024-04-01', '2024-04-08', 'day'],
      days: { '2024-04-01': 1, '2024-04-07': 1, '2024-04-08': 1 },
      ...{ entries: 8, total: 3, users: 1, before: 1 },
    });
    expect(await read('2024-03-30', '2024-12-30')).toMatchObject({
      range: ['2024-03-30', '2024-12-30', 'week'],
      days: { '2024-03-30': 1, '2024-04-01': 2, '2024-04-08': 1 },
      ...{ entries: 41, total: 4, before: 1 },
    });
    expect(await read('2024-01-31', '2025-01-31')).toMatchObject({
      days: { '2024-01-31': 1, '2024-03-01': 1, '2024-04-01': 3, '2024-12-01': 1, '2025-01-01': 1 },
      ...{ entries: 13, total: 7, users: 1, before: 0 },
    });
  });

  test.skipIf(engine !== 'sqlite')('200: reads only an index of the messages', async () => {
    const { person, client, workspace, agent } = await begin();
    const { db: watched, steps } = explaining(parley.db);
    await client.agents.chat(agent, { message: 'Hello' });
    for (const agentId of [undefined, agent]) {
      const query = { workspaceId: workspace, days: 1, ...(agentId !== undefined && { agentId }) };
      const { total } = await readStatistics({ db: watched, now: Date.now }, actorOf(person), query);
      expect(total.messages).toEqual({ user: 1, assistant: 1, human: 0 });
    }
    const plans = steps.filter((detail) => detail.includes('messages'));
    // Of two periods, each for all agents and for one: the end of a slice, the messages, and who wrote.
    expect(plans).toHaveLength(12);
    for (const plan of plans)
      expect(plan).toMatch(/^SEARCH messages USING COVERING INDEX messages_listed_by_creation /);
    const trials = steps.filter((detail) => detail.includes('SEARCH trial'));
    expect(trials).not.toHaveLength(0);
    for (const plan of trials)
      expect(plan).toBe('SEARCH trial USING COVERING INDEX conversations_listed_by_playground (id=?)');
    const found = steps.filter((detail) => detail.startsWith('SEARCH conversations '));
    expect(new Set(found.map((detail) => detail.replace('SEARCH conversations USING ', '')))).toEqual(
      new Set([
        'COVERING INDEX conversations_listed_by_agent (agent_id=? AND workspace_id=? AND created_at>? AND created_at<?)',
        'COVERING INDEX conversations_listed_by_creation (workspace_id=? AND created_at>? AND created_at<?)',
        // Lookups of the messages' conversations, for their users and their agent.
        'COVERING INDEX conversations_satisfied (workspace_id=? AND satisfaction_at>? AND satisfaction_at<?)',
        'INDEX sqlite_autoindex_conversations_1 (id=?)',
      ]),
    );
  });

  describe('refusals', () => {
    let alice: Person;
    let client: Parley;
    beforeAll(async () => {
      alice = await parley.person();
      client = await alice.client();
    });

    test('400: days that don’t exist, are in the future, or too many', async () => {
      for (const days of [
        { from: 'yesterday' },
        { from: '2026-02-30' },
        { to: '2999-01-01' },
        { from: '2000-01-01' },
      ]) {
        const failure = await failureOf(client.conversations.statistics({ workspaceId: alice.workspace, ...days }));
        expect(failure, JSON.stringify(days)).toMatchObject({ status: 400, code: 'validation_failed' });
      }
    });

    test('400: a missing workspace, a wrong number of days, or an unknown parameter', async () => {
      const wrong = [{}, ...[0, 91, 1.5, 'x'].map((days) => ({ workspaceId: alice.workspace, days }))];
      for (const query of wrong) {
        const failure = await failureOf(client.conversations.statistics(query as { workspaceId: string }));
        expect(failure, JSON.stringify(query)).toMatchObject({ status: 400, code: 'validation_failed' });
      }
      const strange = { workspaceId: alice.workspace, until: '2026-01-01' };
      expect(await failureOf(client.conversations.statistics(strange))).toMatchObject({ code: 'unknown_parameter' });
    });

    test('403: a key without conversations:read', async () => {
      const other = await alice.client(['agents:read']);
      const failure = await failureOf(other.conversations.statistics({ workspaceId: alice.workspace }));
      expect(failure).toMatchObject({ status: 403, code: 'insufficient_scope' });
    });

    test('404: a workspace out of reach', async () => {
      const { workspace } = await parley.person();
      for (const workspaceId of [workspace, 'ws_none']) {
        const failure = await failureOf(client.conversations.statistics({ workspaceId }));
        expect(failure).toMatchObject({ status: 404, code: 'workspace_not_found' });
      }
    });
  });
});
