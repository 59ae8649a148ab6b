// @module-tag sql
import type { AgentListParams, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { expectFailure, send } from '../../../testing/request.ts';

const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);

/** IDs that a path, SQL, JSON or a list could mistake for something else. */
const odd = [
  'a/b',
  'a%2Fb',
  'a..b',
  'é 零 👍',
  "'; drop table agents; --",
  '?x=1&y#z',
  'by-external-id',
  'A',
  'a',
  ' a ',
];

describe.each(engines)('agents by external ID, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_PLAN_QUOTAS: 'free.agents=3,business.agents=unlimited' } });
  let alice: Person;
  let client: Parley;
  let key: string;

  beforeAll(async () => {
    alice = await parley.person({ plan: 'business' });
    client = await alice.client();
    key = await alice.key();
  });

  const put = (externalId: string, body: object, headers: Record<string, string> = {}) =>
    send(parley.url, {
      ...{ key, method: 'PUT', path: `/api/agents/by-external-id/${encodeURIComponent(externalId)}`, headers, body },
    });
  const listed = async (query: AgentListParams) => names((await client.agents.list(query)).items);

  test('200 calls at once create one agent, once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, number) => put('one', { name: 'One', description: `Call ${number}` })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 199 }, () => 200), 201]);
    const { items } = await client.agents.list({ externalId: 'one' });
    expect(items).toHaveLength(1);
    expect(await listed({ name: 'One' })).toEqual(['One']);
  });

  test('it is created with what is given, and updated by what is given', async () => {
    const first = await put('two', { name: 'Two', status: 'inactive', metadata: { team: 'a' } });
    const { _id: id } = first.json()['data'] as { _id: string };
    expect([first.status, first.headers['location']]).toEqual([201, `/api/agents/${id}`]);
    expect((await client.agents.retrieve(id)).status).toBe('inactive');
    const second = await put('two', { systemPrompt: 'Be brief.' });
    expect([second.status, second.headers['location']]).toEqual([200, undefined]);
    const agent = await client.agents.retrieve(id);
    expect(agent).toEqual(second.json()['data']);
    expect(agent).toMatchObject({ name: 'Two', externalId: 'two', metadata: { team: 'a' }, systemPrompt: 'Be brief.' });
  });

  test('the same call twice leaves the agent as it is', async () => {
    const body = { name: 'Same', temperature: 0.2 };
    const { updatedAt: _first, ...first } = await client.agents.upsert('same', body);
    const { updatedAt: _second, ...second } = await client.agents.upsert('same', body);
    expect(second).toEqual(first);
  });

  test.each(odd)('any characters: %j', async (externalId) => {
    const { _id } = await client.agents.upsert(externalId, { name: 'Odd' });
    expect(await client.agents.upsert(externalId, {})).toMatchObject({ _id, externalId });
    expect((await client.agents.list({ externalId })).items.map((agent) => agent._id)).toEqual([_id]);
  });

  test('after a deletion, the ID creates anew', async () => {
    const { _id: before } = await client.agents.upsert('gone', { name: 'Gone' });
    await client.agents.delete(before);
    expect(await client.agents.upsert('gone', { name: 'Gone' })).not.toMatchObject({ _id: before });
  });

  test('the ID of another agent is refused, and leaves both as they are', async () => {
    const own = await client.agents.upsert('mine', { name: 'Mine' });
    const other = await client.agents.create({ name: 'Other', externalId: 'other' });
    const taken = { status: 409, code: 'external_id_conflict', message: expect.stringContaining('agent of the') };
    await expect(client.agents.create({ name: 'Third', externalId: 'mine' })).rejects.toMatchObject(taken);
    const both = { name: 'Changed', externalId: 'mine' };
    await expect(client.agents.update(other._id, both)).rejects.toMatchObject(taken);
    expect(await client.agents.retrieve(other._id)).toEqual(other);
    await client.agents.update(own._id, { externalId: null });
    expect(await client.agents.update(other._id, both)).toMatchObject(both);
  });

  test('another workspace has IDs of its own', async () => {
    const { _id: workspaceId } = await client.workspaces.create({ name: 'Second' });
    const [first, second] = [
      await client.agents.upsert('twin', { name: 'First', workspaceId: alice.workspace }),
      await client.agents.upsert('twin', { name: 'Second', workspaceId }),
    ];
    expect(second._id).not.toBe(first._id);
    await client.workspaces.delete(workspaceId, { confirm: 'Second' });
  });

  test('an agent that is no longer called so is not touched', async () => {
    const { _id } = await client.agents.upsert('before', { name: 'Renamed' });
    await client.agents.update(_id, { externalId: 'after' });
    expect(await client.agents.upsert('before', { name: 'New' })).not.toMatchObject({ _id });
    expect(await client.agents.retrieve(_id)).toMatchObject({ name: 'Renamed', externalId: 'after' });
  });

  test('If-Match holds for both', async () => {
    expect(await put('match', { name: 'M' }, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
    await put('match', { name: 'M' });
    expect(await put('match', { name: 'N' }, { 'if-match': '"7"' })).toMatchObject({ status: 412 });
    expect(await put('match', { name: 'N' }, { 'if-match': '"1"' })).toMatchObject({ status: 200 });
  });

  test('400: a new agent without a name, IDs and metadata that are too long, unknown fields', async () => {
    const refused = async (externalId: string, body: object, path: string) =>
      expect(expectFailure(await put(externalId, body), 'validation_failed').details).toMatchObject([{ path }]);
    await refused('new', {}, 'name');
    await refused('x'.repeat(201), { name: 'A' }, 'externalId');
    await refused('new', { name: 'A', externalId: 'new' }, 'externalId');
    await refused('new', { name: 'A', metadata: { a: 'x'.repeat(17_000) } }, 'metadata');
    await refused('two', { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, n])) }, 'metadata');
    expect((await client.agents.list({ externalId: 'new' })).items).toEqual([]);
  });

  test('a plan’s limit of agents holds', async () => {
    const own = await (await parley.person()).client();
    const made = await Promise.allSettled(
      Array.from({ length: 9 }, (_, number) => own.agents.upsert(`id-${number}`, { name: 'A' })),
    );
    const refused = made.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(6);
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'quota_exceeded' } });
    expect((await own.agents.list()).items).toHaveLength(3);
  });
});
