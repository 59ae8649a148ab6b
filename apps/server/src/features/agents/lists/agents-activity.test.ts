// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { explaining } from '../../../../testing/plans/query-plans.ts';
import { statement } from '../../../storage/unit.ts';
import { readActivity } from '../../statistics/activity-store.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(engines)('the activity of listed agents, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const create = async (name: string) => (await client.agents.create({ name, model: 'builtin/echo' }))._id;
  const activities = async (of: Parley, query: Parameters<Parley['agents']['list']>[0] = {}) => {
    const { items } = await of.agents.list({ includeActivity: true, sort: 'name', ...query });
    return new Map(items.map(({ name, activity }) => [name, activity]));
  };
  /** Moves a conversation into the past. */
  const age = (id: string, at: number) =>
    parley.db.write([
      statement(
        parley.db.query
          .updateTable('conversations')
          .set({ created_at: at, updated_at: at, last_message_at: at })
          .where('id', '=', id),
      ),
    ]);

  test('200: the conversations of the last 30 days in UTC, and the latest message however long ago', async () => {
    const [quiet, busy, old] = [await create('Quiet'), await create('Busy'), await create('Old')];
    await client.agents.chat(busy, { content: 'Hello' });
    const { conversation, reply } = await client.agents.chat(busy, { content: 'Hello again' });
    const since = Math.floor(Date.now() / day) * day - 29 * day;
    await client.agents.chat(quiet, { content: 'A trial', playground: true });
    const first = (await client.conversations.create(busy))._id;
    const before = (await client.conversations.create(busy))._id;
    const only = (await client.conversations.create(old))._id;
    await age(first, since);
    await age(before, since - 1);
    await age(only, 1_000);
    const found = await activities(client);
    // A trial in the playground is activity, but counts for nothing.
    expect(found.get('Quiet')).toEqual({ conversations: 0, lastActiveAt: expect.any(String) });
    expect(found.get('Old')).toEqual({ conversations: 0, lastActiveAt: '1970-01-01T00:00:01.000Z' });
    const last = (await client.conversations.retrieve(conversation._id)).lastMessageAt;
    expect(found.get('Busy')).toEqual({ conversations: 3, lastActiveAt: last });
    expect(Date.parse(last ?? '')).toBeGreaterThanOrEqual(Date.parse(reply?.createdAt ?? ''));
    const { total } = await client.conversations.statistics({ workspaceId: alice.workspace, agentId: busy });
    expect(total.conversations).toBe(3);
    await client.conversations.delete(conversation._id);
    expect((await activities(client)).get('Busy')).toMatchObject({ conversations: 2 });
    const unused = await create('Unused');
    expect((await activities(client)).get('Unused')).toEqual({ conversations: 0, lastActiveAt: null });
    for (const id of [quiet, busy, old, unused]) await client.agents.delete(id);
  });

  test('200: on each page, and only if it is asked for', async () => {
    const ids = [await create('A'), await create('B'), await create('C')];
    const listed = await client.agents.list({ includeActivity: true, limit: 2, sort: 'name' }).toArray({ limit: 10 });
    expect(listed.map(({ name, activity }) => [name, activity?.conversations])).toEqual([
      ['A', 0],
      ['B', 0],
      ['C', 0],
    ]);
    for (const query of [{}, { includeActivity: false }])
      expect((await client.agents.list({ limit: 1, ...query })).items[0]).not.toHaveProperty('activity');
    expect((await activities(client, { q: 'b', includeTotal: true })).get('B')).toMatchObject({ conversations: 0 });
    for (const id of ids) await client.agents.delete(id);
  });

  test('200: null if the caller may not read conversations', async () => {
    const id = await create('Secret');
    await client.agents.chat(id, { content: 'Hello' });
    expect((await activities(await alice.client(['agents:read']))).get('Secret')).toBeNull();
    const both = await alice.client(['agents:read', 'conversations:read']);
    expect((await activities(both)).get('Secret')).toMatchObject({ conversations: 1 });
    await client.agents.delete(id);
  });

  test('200: is read beside all other requests', async () => {
    const id = await create('Busy');
    const finished = () => parley.db.counters().scans.finished;
    const before = finished();
    await client.agents.list({ limit: 1 });
    expect(finished()).toBe(before);
    await client.agents.list({ includeActivity: true, limit: 1 });
    expect(finished()).toBeGreaterThan(before);
    await client.agents.delete(id);
  });

  test.skipIf(engine !== 'sqlite')('200: reads a range of one index and the end of another', async () => {
    const { db, steps } = explaining(parley.db);
    await readActivity(db, { agents: ['agent_1', 'agent_2'], reach: [alice.workspace], now: Date.now() });
    expect(steps.filter((step) => step.includes('counted'))).toEqual([
      expect.stringMatching(
        /^SEARCH counted USING COVERING INDEX conversations_listed_by_agent \(agent_id=\? AND workspace_id=\? AND created_at>\?\)/,
      ),
      expect.stringMatching(
        /^SEARCH counted USING COVERING INDEX conversations_active_by_agent \(agent_id=\? AND workspace_id=\?\)/,
      ),
    ]);
  });

  test('400: a value that is not true or false', async () => {
    const failure = client.agents.list({ includeActivity: 'yes' as never });
    await expect(failure).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  });
});
