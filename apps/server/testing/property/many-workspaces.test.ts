// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { engines } from '../databases/engines.ts';
import { type Inhabitant, makeInhabitant, makeKey, row } from '../fixtures/people.ts';
import { service } from '../harness.ts';
import { jsonOf, wireTo } from '../processes/wire.ts';

/** More than SQLite allows in one compound SELECT (500), and more than a query is compiled for. */
const count = 1200;

describe.each(engines)(`a person in ${count} workspaces on %s`, (engine) => {
  const parley = service(engine, { environment: { PARLEY_LOG_REQUESTS: 'errors' } });
  const wire = wireTo(parley);
  const workspaces = Array.from({ length: count }, () => newId('workspace'));
  let me: Inhabitant;
  let other: Inhabitant;
  let headers: Record<string, string>;
  beforeAll(async () => {
    me = await makeInhabitant(parley, 'Ann');
    other = await makeInhabitant(parley, 'Bea');
    const times = { created_at: Date.now(), updated_at: Date.now() };
    const statements = workspaces.flatMap((id) => [
      row(parley.db, 'workspaces', { id, account_id: me.account, name: id, name_folded: id, version: 1, ...times }),
      row(parley.db, 'members', { workspace_id: id, user_id: me.id, role: 'owner', created_at: times.created_at }),
    ]);
    await parley.db.write(statements);
    headers = (await makeKey(parley, me)).headers;
  });

  const get = async (path: string) => {
    const reply = await wire.send({ method: 'GET', path, headers });
    expect(reply.status, reply.text).toBe(200);
    return jsonOf(reply)['data'] as {
      items: { _id: string; name: string }[];
      nextCursor: string | null;
      total?: number;
    };
  };

  test('creates agents in them, and lists, filters and reads agents of all of them', async () => {
    const names = ['a', 'c', 'b', 'd'];
    for (const [index, name] of names.entries()) {
      const body = { name, workspaceId: workspaces[index * 300] };
      expect((await wire.send({ method: 'POST', path: '/api/agents', headers, body })).status).toBe(201);
    }
    const first = await get('/api/agents?sort=name&limit=3&includeTotal=true');
    expect(first.items.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(first.total).toBe(names.length);
    const second = await get(`/api/agents?sort=name&limit=3&cursor=${first.nextCursor}`);
    expect(second.items.map(({ name }) => name)).toEqual(['d']);
    expect(second.nextCursor).toBeNull();
    const found = await get('/api/agents?q=C&sort=-updatedAt');
    expect(found.items.map(({ name }) => name)).toEqual(['c']);
    const [one] = found.items;
    expect((await wire.send({ method: 'GET', path: `/api/agents/${one?._id}`, headers })).status).toBe(200);
  });

  test('lists the workspaces page by page', async () => {
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = await get(`/api/workspaces?sort=createdAt&limit=100${cursor}`);
      ids.push(...page.items.map(({ _id }) => _id));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '' && ids.length <= count);
    expect(ids).toEqual([...workspaces].sort());
  });

  test('continues after a page whose last workspace the person has left since', async () => {
    const page = await get('/api/workspaces?sort=createdAt&limit=2');
    const [, left] = page.items;
    const member = `/api/workspaces/${left?._id}/members/${me.id}`;
    await parley.db.write([
      row(parley.db, 'members', { workspace_id: left?._id ?? '', user_id: other.id, role: 'owner', created_at: 0 }),
    ]);
    expect((await wire.send({ method: 'DELETE', path: member, headers })).status).toBe(200);
    const next = await get(`/api/workspaces?sort=createdAt&limit=2&cursor=${page.nextCursor}`);
    expect(next.items.map(({ _id }) => _id)).toEqual([...workspaces].sort().slice(2, 4));
  });

  test('lists keys and shows its permissions', async () => {
    await get('/api/api-keys');
    const seen = (await get('/api/me')) as unknown as { workspaces: unknown[] };
    expect(seen.workspaces).toHaveLength(count - 1);
  });
});
