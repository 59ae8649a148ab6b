// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { viewRow } from '../../../testing/fixtures/team-rows.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { send } from '../../../testing/request.ts';
import { statement } from '../../storage/unit.ts';

describe.each(engines)('views, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let colleague: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    const bob = await parley.person();
    await alice.invite(bob, 'editor');
    colleague = await bob.session();
    agent = (await client.agents.create({ name: 'Support', model: 'builtin/echo' }))._id;
  });

  const counts = async (of: Parley) => {
    const { items } = await of.views.list({ workspaceId: alice.workspace, includeCounts: true });
    return Object.fromEntries(items.map(({ name, count }) => [name, count]));
  };

  test('200: created, read, listed with counts, changed and deleted', async () => {
    const filters = { tag: 'late', status: 'open', sort: '-lastMessageAt' } as const;
    const made = await client.views.create({ name: 'Late', filters });
    expect(made).toMatchObject({ name: 'Late', filters, isShared: true, createdBy: alice.user.id });
    expect(await colleague.views.retrieve(made._id)).toEqual(made);
    const all = await client.views.create({ name: 'all', filters: {} });
    const mine = await client.views.create({ name: 'Mine', filters: { takenBy: 'me' } });
    for (const tags of [['late'], ['late', 'x'], []]) await client.conversations.create(agent, { tags });
    const { items } = await client.conversations.list({ tag: 'late' });
    await client.conversations.takeOver(items[0]?._id ?? '');
    expect(await counts(client)).toEqual({ all: 3, Late: 1, Mine: 1 });
    expect(await counts(colleague)).toEqual({ all: 3, Late: 1, Mine: 0 });
    const { items: plain } = await client.views.list();
    expect(plain.map(({ name }) => name)).toEqual(['all', 'Late', 'Mine']);
    expect(plain[0]).not.toHaveProperty('count');
    expect(await colleague.views.update(made._id, { ...made, filters: {} })).toMatchObject({ filters: {} });
    for (const { _id: id } of [made, all, mine]) await client.views.delete(id);
    expect((await client.views.list()).items).toEqual([]);
  });

  test('200: a count stops at 100, and hides what is deleted', async () => {
    const many = await client.agents.create({ name: 'Many', model: 'builtin/echo' });
    for (let at = 0; at < 103; at += 1) await client.conversations.create(many._id);
    const { _id: id } = await client.views.create({ name: 'Many', filters: { agentId: many._id } });
    expect(await counts(client)).toEqual({ Many: 100 });
    await client.agents.delete(many._id);
    expect(await counts(client)).toEqual({ Many: 0 });
    await client.views.delete(id);
  });

  test('200: an own one is seen by its author alone', async () => {
    const own = await client.views.create({ name: 'Own', filters: {}, isShared: false });
    expect(await counts(colleague)).toEqual({});
    for (const ask of [
      () => colleague.views.retrieve(own._id),
      () => colleague.views.update(own._id, { name: 'Taken' }),
      () => colleague.views.delete(own._id),
    ]) {
      await expect(ask()).rejects.toMatchObject({ status: 404, code: 'view_not_found' });
    }
    await client.views.update(own._id, { isShared: true });
    const refused = colleague.views.update(own._id, { isShared: false });
    await expect(refused).rejects.toMatchObject({ status: 400, details: [{ path: 'isShared' }] });
    await client.views.delete(own._id);
  });

  test('400: filters that the list of conversations doesn’t have', async () => {
    const refusals = [
      { state: 'open' },
      { status: 'asleep' },
      { createdAfter: 'yesterday' },
      { waiting: 'true' },
      { limit: 5 },
      { workspaceId: alice.workspace },
      { sort: 'title' },
    ];
    const key = await alice.key();
    for (const filters of refusals) {
      const body = { name: 'Wrong', filters };
      const reply = await send(parley.url, { method: 'POST', path: '/api/views', key, body });
      expect(reply.json(), JSON.stringify(filters)).toMatchObject({
        code: 'validation_failed',
        details: [{ path: `filters.${Object.keys(filters)[0]}` }],
      });
    }
    const long = client.views.create({ name: 'Long', filters: { agentId: 'x'.repeat(9_000) } });
    await expect(long).rejects.toMatchObject({ status: 400, details: [{ path: 'filters' }] });
    expect((await client.views.list()).items).toEqual([]);
  });

  test('409: a taken name, another version, and more than 100 at once', async () => {
    const made = await client.views.create({ name: 'Taken', filters: {} });
    await expect(client.views.create({ name: 'TAKEN ', filters: {} })).rejects.toMatchObject({ code: 'name_conflict' });
    const stale = await send(parley.url, {
      ...{ method: 'PATCH', path: `/api/views/${made._id}`, key: await alice.key(), body: { name: 'New' } },
      headers: { 'if-match': '"9"' },
    });
    expect(stale.json()).toMatchObject({ code: 'version_conflict' });
    const full = await parley.person();
    const filling = await full.client();
    const rows = Array.from({ length: 95 }, () => viewRow(full.workspace));
    await parley.db.write([statement(parley.db.query.insertInto('views').values(rows))]);
    const tries = Array.from({ length: 10 }, (_, index) =>
      filling.views.create({ name: `More ${index}`, filters: {} }).then(
        () => 'created',
        (error: { code: string }) => error.code,
      ),
    );
    const outcomes = (await Promise.all(tries)).sort();
    expect(outcomes).toEqual([...Array(5).fill('created'), ...Array(5).fill('view_limit_reached')]);
  });
});
