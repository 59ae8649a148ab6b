// @module-tag sql
import type { Agent, AgentListParams, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';

const names = (agents: readonly Pick<Agent, 'name'>[]) => agents.map(({ name }) => name);

describe.each(engines)('listing agents, on %s', (engine) => {
  const parley = service(engine);
  let client: Parley;
  let alice: Person;
  let second: string;

  /** Every agent that a query finds, collected from all pages. */
  const all = (query: AgentListParams) => client.agents.list(query).toArray({ limit: 1000 });

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    second = (await client.workspaces.create({ name: 'Second' }))._id;
    const drafts = [
      { name: 'beta', description: 'Billing and INVOICES' },
      { name: 'Alpha', model: 'builtin/echo' },
      { name: 'ALPHA', description: 'Second of its name' },
      { name: 'Ünder', description: '50% off_season \\ sale' },
      { name: 'émile', model: 'builtin/echo', workspaceId: second },
      { name: '零', workspaceId: second },
    ];
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const draft of drafts) {
      vi.advanceTimersByTime(1000);
      await client.agents.create({ workspaceId: alice.workspace, ...draft });
    }
    vi.advanceTimersByTime(1000);
    const [beta] = await all({ q: 'beta' });
    await client.agents.update(beta?._id ?? '', { status: 'inactive' });
    vi.useRealTimers();
    await (await (await parley.person()).client()).agents.create({ name: 'Alpha of another account' });
  });

  test('the newest first, 20 per page, without a total', async () => {
    const page = await client.agents.list();
    expect(names(page.items)).toEqual(['零', 'émile', 'Ünder', 'ALPHA', 'Alpha', 'beta']);
    expect(page).toMatchObject({ nextCursor: null });
    expect(page).not.toHaveProperty('total');
  });

  test('the items are complete agents', async () => {
    const { items } = await client.agents.list();
    expect(items).toEqual(await Promise.all(items.map(({ _id }) => client.agents.retrieve(_id))));
  });

  test.each([
    ['createdAt', ['beta', 'Alpha', 'ALPHA', 'Ünder', 'émile', '零']],
    ['-createdAt', ['零', 'émile', 'Ünder', 'ALPHA', 'Alpha', 'beta']],
    ['updatedAt', ['Alpha', 'ALPHA', 'Ünder', 'émile', '零', 'beta']],
    ['-updatedAt', ['beta', '零', 'émile', 'Ünder', 'ALPHA', 'Alpha']],
    ['name', ['Alpha', 'ALPHA', 'beta', 'émile', 'Ünder', '零']],
    ['-name', ['零', 'Ünder', 'émile', 'beta', 'ALPHA', 'Alpha']],
  ] as const)('sort=%s, on one page and on pages of every size', async (sort, expected) => {
    for (const limit of [1, 2, 3, 4, 5, 6, 7, 100]) expect(names(await all({ sort, limit }))).toEqual(expected);
  });

  test('by workspace', async () => {
    expect(names(await all({ workspaceId: second }))).toEqual(['零', 'émile']);
    expect(names(await all({ workspaceId: alice.workspace, limit: 1 }))).toEqual(['Ünder', 'ALPHA', 'Alpha', 'beta']);
  });

  test('by status', async () => {
    expect(names(await all({ status: 'inactive' }))).toEqual(['beta']);
    expect(names(await all({ status: 'active', limit: 2 }))).toEqual(['零', 'émile', 'Ünder', 'ALPHA', 'Alpha']);
  });

  test('by model', async () => {
    expect(names(await all({ model: 'builtin/echo' }))).toEqual(['émile', 'Alpha']);
    expect(await all({ model: 'builtin' })).toEqual([]);
  });

  test.each([
    ['alpha', ['ALPHA', 'Alpha']],
    ['LPH', ['ALPHA', 'Alpha']],
    ['invoices', ['beta']],
    ['SECOND', ['ALPHA']],
    ['ünder', ['Ünder']],
    ['ÉMILE', ['émile']],
    ['零', ['零']],
    ['50%', ['Ünder']],
    ['off_s', ['Ünder']],
    ['\\', ['Ünder']],
    ['a%a', []],
    ['a_pha', []],
    ['nothing like it', []],
    [`'; drop table agents; --`, []],
  ])('by what the name or the description contains: %s', async (q, expected) => {
    expect(names(await all({ q }))).toEqual(expected);
  });

  test('combines filters and an order with their total', async () => {
    const query = { q: 'a', status: 'active', workspaceId: alice.workspace, sort: 'name', includeTotal: true } as const;
    const page = await client.agents.list({ ...query, limit: 2 });
    expect([names(page.items), page.total]).toEqual([['Alpha', 'ALPHA'], 3]);
    expect(names(await all({ ...query, limit: 1 }))).toEqual(['Alpha', 'ALPHA', 'Ünder']);
  });

  test('the total counts everything within reach, on every page', async () => {
    const first = await client.agents.list({ limit: 4, includeTotal: true });
    const rest = await first.getNextPage();
    expect([first.total, rest.total, rest.items.length]).toEqual([6, 6, 2]);
    expect((await client.agents.list({ includeTotal: false })).total).toBeUndefined();
  });

  test('agents created and deleted meanwhile cause no repeats or gaps', async () => {
    const bob = await parley.person();
    const own = await bob.client();
    const made: Agent[] = [];
    for (let number = 0; number < 6; number += 1) made.push(await own.agents.create({ name: `Agent ${number}` }));
    const first = await own.agents.list({ limit: 3, sort: 'createdAt' });
    await own.agents.create({ name: 'Agent 6' });
    await own.agents.delete(made[2]?._id ?? '');
    await own.agents.delete(made[4]?._id ?? '');
    const rest = await first.getNextPage();
    expect(names(rest.items)).toEqual(['Agent 3', 'Agent 5', 'Agent 6']);
  });

  test('agents created in the same millisecond are ordered by ID', async () => {
    const own = await (await parley.person()).client();
    vi.useFakeTimers({ toFake: ['Date'] });
    const made = await Promise.all(Array.from({ length: 12 }, () => own.agents.create({ name: 'Twin' })));
    vi.useRealTimers();
    for (const sort of ['createdAt', 'updatedAt', 'name'] as const) {
      const ids = (await own.agents.list({ sort, limit: 5 }).toArray({ limit: 100 })).map(({ _id }) => _id);
      expect(ids).toEqual(made.map(({ _id }) => _id).sort());
      const reversed = await own.agents.list({ sort: `-${sort}`, limit: 5 }).toArray({ limit: 100 });
      expect(reversed.map(({ _id }) => _id)).toEqual(ids.reverse());
    }
  });

  test('pages continue after the longest names', async () => {
    const own = await (await parley.person()).client();
    const pad = '\u3000'.repeat(799);
    const longest = ['👍'.repeat(200), `${'"'.repeat(200)}${pad}`, `${'İ'.repeat(200)}${pad}`, '\u0001'.repeat(200)];
    for (const name of longest) await own.agents.create({ name });
    const found = await own.agents.list({ sort: 'name', limit: 1 }).toArray({ limit: 100 });
    expect(new Set(names(found))).toEqual(new Set(longest));
  });

  test('accepts limits of 1 and 100', async () => {
    expect((await client.agents.list({ limit: 1 })).items).toHaveLength(1);
    expect((await client.agents.list({ limit: 100 })).items).toHaveLength(6);
  });

  test('a key sees the agents of its own workspace, or of all workspaces of its person', async () => {
    const bound = await alice.client(['agents:read'], { workspace: second });
    expect(names((await bound.agents.list()).items)).toEqual(['零', 'émile']);
    const editor = await parley.person();
    await alice.invite(editor, 'editor');
    const session = await editor.session();
    await session.agents.create({ name: 'Of the editor', workspaceId: editor.workspace });
    expect(names((await session.agents.list({ sort: 'name' })).items)).toEqual([
      'Alpha',
      'ALPHA',
      'beta',
      'Of the editor',
      'Ünder',
    ]);
  });

  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ limit: 'ten' }, 'limit'],
    [{ includeTotal: 'yes' }, 'includeTotal'],
    [{ status: 'paused' }, 'status'],
    [{ sort: 'temperature' }, 'sort'],
    [{ q: '' }, 'q'],
    [{ q: 'x'.repeat(201) }, 'q'],
    [{ q: 'a\0b' }, 'q'],
    [{ model: 'a\0b' }, 'model'],
    [{ cursor: '' }, 'cursor'],
  ])('400: %j', async (query, path) => {
    await expect(all(query as AgentListParams)).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
      details: [{ path }],
    });
  });

  test('400: an unknown parameter', async () => {
    await expect(all({ statsu: 'active' } as AgentListParams)).rejects.toMatchObject({
      code: 'unknown_parameter',
      details: [{ path: 'statsu', message: 'is not a known parameter' }],
    });
  });

  test('400: a cursor of another query, and an invalid one', async () => {
    const { nextCursor } = await client.agents.list({ limit: 1, status: 'active' });
    const cursor = nextCursor ?? '';
    expect((await client.agents.list({ cursor, status: 'active' })).items).toEqual(
      (await all({ status: 'active' })).slice(1),
    );
    const others: AgentListParams[] = [
      {},
      { status: 'inactive' },
      { status: 'active', q: 'a' },
      { status: 'active', sort: 'name' },
    ];
    for (const other of others) {
      await expect(all({ ...other, cursor })).rejects.toMatchObject({ status: 400, code: 'cursor_invalid' });
    }
    for (const broken of ['x', cursor.slice(1), `${cursor}x`, Buffer.from('[1,2,3]').toString('base64url')]) {
      await expect(all({ status: 'active', cursor: broken })).rejects.toMatchObject({ code: 'cursor_invalid' });
    }
  });

  test('403: without agents:read', async () => {
    const writer = await alice.client(['agents:write', 'conversations:read']);
    await expect(writer.agents.list()).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
  });

  test('200: nothing is in a workspace out of reach', async () => {
    const stranger = await parley.person();
    await (await stranger.client()).agents.create({ name: 'Theirs' });
    for (const workspaceId of [stranger.workspace, 'nonsense', 'x'.repeat(3000)]) {
      expect(await client.agents.list({ workspaceId, includeTotal: true })).toMatchObject({ items: [], total: 0 });
    }
    const bound = await alice.client(['agents:read'], { workspace: second });
    expect((await bound.agents.list({ workspaceId: alice.workspace })).items).toEqual([]);
  });
});
