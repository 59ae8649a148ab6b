// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { send } from '../../../testing/request.ts';
import { eventTypes } from '../../events/catalog/catalog.ts';
import { eventId, positionAt } from '../../events/event-id.ts';
import { statement } from '../../storage/unit.ts';
import { usualRetentionMs } from './log.ts';

interface Page {
  readonly items: readonly {
    readonly _id: string;
    readonly type: string;
    readonly workspace: string | null;
    readonly actor: Readonly<Record<string, unknown>>;
    readonly data: Readonly<Record<string, unknown>>;
    readonly requestId: string | null;
    readonly address: string | null;
    readonly client: string | null;
  }[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

describe.each(engines)('reading events, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let key: string;

  beforeAll(async () => {
    alice = await parley.person();
    key = await alice.key();
    client = await alice.client();
  });

  const get = async (query = '', as = key) => {
    const reply = await send(parley.url, { path: `/api/events${query}`, key: as });
    return { status: reply.status, body: reply.json() };
  };
  const page = async (query = '', as = key): Promise<Page> => {
    const { status, body } = await get(query, as);
    expect(status, JSON.stringify(body)).toBe(200);
    return body['data'] as unknown as Page;
  };
  /** Everything after a cursor, read in small pages. */
  const rest = async (cursor: string, query = '') => {
    const items = [];
    for (let at = cursor; ; ) {
      const read = await page(`?limit=2&cursor=${at}${query}`);
      items.push(...read.items);
      at = read.cursor;
      if (!read.hasMore) return items;
    }
  };
  const end = async () => {
    const read = await page('?sort=-createdAt&limit=1');
    return read.items[0]?._id ?? '';
  };

  test('200: what has happened, who did it and from where, in order', async () => {
    const from = await end();
    const made = await client.agents.create({ name: 'A' });
    await client.agents.update(made._id, { name: 'B' });
    await client.agents.delete(made._id);
    const items = await rest(from);
    expect(items.map(({ type }) => type)).toEqual(['agent.created', 'agent.updated', 'agent.deleted']);
    const me = await client.me.retrieve();
    for (const item of items) {
      expect(item).toMatchObject({
        workspace: alice.workspace,
        actor: { kind: 'key', id: me.key?._id, user: alice.user.id },
        data: { agent: made._id },
        address: '127.0.0.1',
        requestId: expect.stringMatching(/^req_/),
        client: expect.stringContaining('parley'),
      });
    }
    expect(new Set(items.map(({ requestId }) => requestId)).size).toBe(3);
    // From an event on, and from a cursor on, nothing comes twice.
    expect((await rest(items[0]?._id ?? '')).map(({ type }) => type)).toEqual(['agent.updated', 'agent.deleted']);
    const last = await page(`?cursor=${items[2]?._id}`);
    expect(last).toMatchObject({ items: [], hasMore: false });
    expect(await page(`?cursor=${last.cursor}`)).toMatchObject({ items: [], hasMore: false });
    const newest = await page('?sort=-createdAt&limit=3');
    expect(newest.items.map(({ _id }) => _id)).toEqual(items.map(({ _id }) => _id).reverse());
    expect((await page(`?sort=-createdAt&limit=3&cursor=${newest.cursor}`)).items).not.toContainEqual(newest.items[2]);
  });

  test('filters: types and groups of them, agent, actor, time, workspace', async () => {
    const session = await alice.session();
    const from = await end();
    const one = await client.agents.create({ name: 'One' });
    const other = await client.agents.create({ name: 'Other' });
    await client.agents.update(one._id, { status: 'inactive' });
    await session.agents.delete(other._id);
    const of = async (query: string) => (await rest(from, query)).map(({ type }) => type);
    expect(await of('&types=agent.created')).toEqual(['agent.created', 'agent.created']);
    expect(await of('&types=agent.deactivated,agent.deleted')).toEqual(['agent.deactivated', 'agent.deleted']);
    expect(await of('&types=conversation.*')).toEqual([]);
    expect(await of('&types=*')).toHaveLength(5);
    expect(await of(`&agentId=${other._id}`)).toEqual(['agent.created', 'agent.deleted']);
    expect(await of('&agentId=agent_unknown')).toEqual([]);
    expect(await of(`&actor=${(await client.me.retrieve()).key?._id}`)).toHaveLength(4);
    expect(await of(`&actor=${alice.user.id}`)).toHaveLength(5);
    expect(await of('&actor=operator')).toEqual([]);
    expect(await of('&createdAfter=2100-01-01T00:00:00Z')).toEqual([]);
    expect(await of('&createdAfter=2000-01-01T00:00:00Z')).toHaveLength(5);
    expect(await of('&createdBefore=2000-01-01T00:00:00Z')).toEqual([]);
    const only = await page(`?workspaceId=${alice.workspace}&sort=-createdAt&limit=5`);
    expect(only.items.every(({ workspace }) => workspace === alice.workspace)).toBe(true);
    const { status, body } = await get('?types=agent.created,agent.crated');
    expect([status, body]).toMatchObject([400, { code: 'validation_failed', details: [{ path: 'types' }] }]);
    expect(JSON.stringify(body)).toContain(eventTypes[0]);
  });

  test('200: an answer waits for an event, and then comes at once', async () => {
    const from = await end();
    const waiting = page(`?wait=30&cursor=${from}&types=agent.created`);
    await client.agents.create({ name: 'Awaited' });
    expect((await waiting).items.map(({ type }) => type)).toEqual(['agent.created']);
    const none = await page(`?wait=1&cursor=${await end()}`);
    expect(none).toMatchObject({ items: [], hasMore: false });
  });

  /** Opens a stream of events of agents; `events` grows while it is read. */
  const open = (headers: Record<string, string> = {}) => {
    const ended = new AbortController();
    const events: { id: string; event: string }[] = [];
    const read = async () => {
      const response = await fetch(`${parley.url}/api/events?types=agent.*`, {
        headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers },
        signal: ended.signal,
      });
      let text = '';
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const frames = (text + chunk).split('\n\n');
        text = frames.pop() ?? '';
        for (const frame of frames) {
          const [, id = '', event = ''] = /^id: (.*)\nevent: (.*)$/m.exec(frame) ?? [];
          if (id !== '') events.push({ id, event });
        }
      }
    };
    read().catch(() => {});
    return { events, end: () => ended.abort() };
  };

  test('a stream begins now, or after its last event', { timeout: 200_000 }, async () => {
    const first = open();
    // It is open once an event arrives; those before it don't.
    await vi.waitFor(async () => {
      await client.agents.create({ name: 'Streamed' });
      expect(first.events.length).toBeGreaterThan(0);
    }, 60_000);
    const { _id } = await client.agents.create({ name: 'Last' });
    await client.agents.delete(_id);
    await vi.waitFor(() => expect(first.events.at(-1)?.event).toBe('agent.deleted'), 60_000);
    const [begun] = first.events;
    const second = open({ 'last-event-id': begun?.id ?? '' });
    await vi.waitFor(() => expect(second.events).toEqual(first.events.slice(1)), 60_000);
    first.end();
    second.end();
  });

  test('400 and 410: a cursor of another account, one of other text, and an expired one', async () => {
    const bob = await parley.person();
    const foreign = (await page('?sort=-createdAt&limit=1', await bob.key())).cursor;
    const foreignEvent = eventId(bob.account, positionAt(Date.now()));
    for (const cursor of [foreign, foreignEvent, 'none', 'WzEsMl0', `${await end()}0`]) {
      expect(await get(`?cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } });
    }
    const inOrder = (await page('?limit=1')).cursor;
    expect(await get(`?sort=-createdAt&cursor=${inOrder}`)).toMatchObject({ status: 400 });
    expect(await get(`?workspaceId=${alice.workspace}&cursor=${inOrder}`)).toMatchObject({ status: 400 });

    const oldest = (await page('?limit=1')).items[0]?._id ?? '';
    const old = eventId(alice.account, positionAt(Date.now() - usualRetentionMs - 1_000));
    const { status, body } = await get(`?cursor=${old}`);
    expect([status, body]).toMatchObject([410, { code: 'cursor_expired', details: [{ path: 'cursor' }] }]);
    expect(JSON.stringify(body)).toContain(oldest);
    expect(await page()).toMatchObject({ items: expect.any(Array) });
  });

  test('the cursor of an account in which nothing happens moves on', async () => {
    const carol = await parley.person();
    const { query } = parley.db;
    await page('', await carol.key());
    // Its events are a hundred days old: a reader that comes each day still has a valid place.
    const age = 100 * 24 * 60 * 60 * 1_000;
    const rows = await parley.db.read(
      query.selectFrom('event_log').selectAll().where('account_id', '=', carol.account),
    );
    for (const { position } of rows) {
      const aged = query.updateTable('event_log').set({ position: Number(position) - positionAt(age) });
      await parley.db.write([
        statement(aged.where('account_id', '=', carol.account).where('position', '=', Number(position))),
      ]);
    }
    const read = await page('', await carol.key());
    expect((await page(`?cursor=${read.cursor}`, await carol.key())).hasMore).toBe(false);
  });

  test('403 and 404: for admins, in their workspaces', async () => {
    const bob = await parley.person();
    await alice.invite(bob, 'editor');
    const asGuest = await bob.key();
    expect(await get(`?workspaceId=${alice.workspace}`, asGuest)).toMatchObject({ status: 404 });
    expect(await get(`?workspaceId=${bob.workspace}`)).toMatchObject({ status: 404 });
    expect(await get('', await alice.key(['agents:read', 'conversations:read']))).toMatchObject({ status: 403 });
    const own = await page(`?workspaceId=${bob.workspace}`, await bob.key());
    expect(own.items.every(({ workspace }) => workspace === bob.workspace)).toBe(true);
    const bound = await alice.key(undefined, { workspace: alice.workspace });
    const ofBound = await page('?limit=100', bound);
    expect(ofBound.items.every(({ workspace }) => workspace === alice.workspace)).toBe(true);
  });
});
