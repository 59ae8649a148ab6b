// @module-tag sql
import type { Parley, ToolCreateParams } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { databaseState } from '../../../testing/matrix/database-state.ts';
import { findWrongCounts } from '../../storage/quotas/counts.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const schema = { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] };

describe.each(engines)('tools, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_PLAN_QUOTAS: 'pro.tools=1000' } });
  let alice: Person;
  let client: Parley;
  let serial = 0;

  beforeAll(async () => {
    alice = await parley.person({ plan: 'pro' });
    client = await alice.client();
  });

  const draft = (more: Partial<ToolCreateParams> = {}): ToolCreateParams => {
    serial += 1;
    return { type: 'client', name: `tool_${serial}`, description: 'Finds an order.', ...more };
  };
  const make = (more: Partial<ToolCreateParams> = {}) => client.tools.create(draft(more));
  const refusal = (path: string, message: unknown) => ({
    ...{ status: 400, code: 'validation_failed' },
    details: [{ path, message }],
  });
  const absent = { status: 404, code: 'tool_not_found' };
  const stale = { status: 412, code: 'version_conflict' };
  const latest = async (id: string) => (await loggedEvents(parley.db, id)).at(-1);

  test('is created with defaults', async () => {
    const made = await make({ name: 'find-order_1' });
    expect(made).toEqual({
      _id: expect.stringMatching(/^tool_[0-9a-hjkmnp-tv-z]{26}$/),
      ...{ workspace: alice.workspace, type: 'client', name: 'find-order_1', description: 'Finds an order.' },
      ...{ inputSchema: null, settings: {}, secretNames: [], auth: 'none', timeoutMs: 10_000, idempotent: false },
      ...{ approvers: [], approvalSeconds: 86_400, createdAt: time, updatedAt: time },
    });
    const { data, etag } = await client.tools.retrieve(made._id).withResponse();
    expect([data, etag]).toEqual([made, '"1"']);
    expect(await latest(made._id)).toMatchObject({ type: 'tool.created', data: { tool: made._id, type: 'client' } });
    expect(await findWrongCounts(parley.db, 10)).toEqual([]);
  });

  test('accepts every field of a draft', async () => {
    const whole = draft({
      ...{ inputSchema: schema, auth: 'workspace', timeoutMs: 30_000, idempotent: true },
      ...{ approvers: [alice.user.id], approvalSeconds: 60, workspaceId: alice.workspace },
    });
    const { workspaceId, ...rest } = whole;
    expect(await client.tools.create(whole)).toMatchObject({ ...rest, workspace: workspaceId });
  });

  test('returns the same tool for a repeated key', async () => {
    const [body, options] = [draft(), { idempotencyKey: 'the same tool' }];
    const made = await client.tools.create(body, options);
    expect(await client.tools.create(body, options)).toEqual(made);
  });

  test('keeps secrets sealed, and merges them by their names', async () => {
    const [one, two, three] = ['first-secret-value', 'second-secret-value', 'third-secret-value'];
    const made = await make({ secrets: { B_KEY: one, A_KEY: two } });
    expect(made.secretNames).toEqual(['A_KEY', 'B_KEY']);
    const changed = await client.tools.update(made._id, { secrets: { A_KEY: null, C: three } });
    expect(changed.secretNames).toEqual(['B_KEY', 'C']);
    expect((await latest(made._id))?.changes).toEqual(
      ['secrets.A_KEY', 'secrets.C'].map((field) => ({ field, before: null, after: null })),
    );
    const state = [...(await databaseState(parley.db)).values()].join('\n');
    expect(state).toContain(made._id);
    for (const secret of [one, two, three]) {
      expect(state).not.toContain(secret);
      expect(parley.log()).not.toContain(secret);
    }
    expect((await client.tools.update(made._id, { secrets: { B_KEY: null, C: null } })).secretNames).toEqual([]);
  });

  test('is changed: absent fields stay, and a read can be echoed', async () => {
    const made = await make({ inputSchema: schema });
    const changed = await client.tools.update(made._id, { ...made, description: 'Another.', timeoutMs: 2_000 });
    expect(changed).toEqual({ ...made, description: 'Another.', timeoutMs: 2_000, updatedAt: time });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
    expect((await latest(made._id))?.changes).toEqual([
      { field: 'description', before: 'Finds an order.', after: 'Another.' },
      { field: 'timeoutMs', before: 10_000, after: 2_000 },
    ]);
    expect((await client.tools.update(made._id, { inputSchema: null })).inputSchema).toBeNull();
  });

  test('lists: filters, orders and chosen fields', async () => {
    const other = await parley.person();
    const own = await other.client();
    for (const name of ['beta', 'alpha', 'gamma']) await own.tools.create(draft({ name }));
    await own.tools.create(draft({ name: 'clock', type: 'builtin', settings: { function: 'current_time' } }));
    const named = async (query: Parameters<typeof own.tools.list>[0]) =>
      (await own.tools.list(query)).items.map(({ name }) => name);
    expect(await named({})).toEqual(['clock', 'gamma', 'alpha', 'beta']);
    expect(await named({ sort: 'name' })).toEqual(['alpha', 'beta', 'clock', 'gamma']);
    expect(await named({ type: 'builtin' })).toEqual(['clock']);
    expect(await named({ name: 'alpha' })).toEqual(['alpha']);
    expect(await named({ workspaceId: alice.workspace })).toEqual([]);
    const [id] = (await own.tools.list({ name: 'beta' })).items.map(({ _id }) => _id);
    await own.tools.update(id ?? '', { description: 'Changed.' });
    expect((await named({ sort: '-updatedAt' }))[0]).toBe('beta');
    const page = await own.tools.list({ sort: 'name', limit: 3, fields: 'name' });
    expect(page.items.map((item) => Object.keys(item))).toEqual([0, 1, 2].map(() => ['_id', 'name']));
    const next = await page.getNextPage();
    expect(next.items.map(({ name }) => name)).toEqual(['gamma']);
  });

  test('of an http tool, gives its settings their defaults, and may repeat a GET', async () => {
    const inputSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    const url = 'https://api.example.com/orders/{id}';
    const read = await make({ type: 'http', inputSchema, settings: { url } });
    expect(read).toMatchObject({ idempotent: true, settings: { url, method: 'GET', success: ['200-299'] } });
    const write = await make({ type: 'http', inputSchema, settings: { url, method: 'POST' } });
    expect(write.idempotent).toBe(false);
    expect((await make({ type: 'http', inputSchema, settings: { url }, idempotent: false })).idempotent).toBe(false);
  });

  test('sends secrets to the origin that they were given for, and no other', async () => {
    const settings = (host: string) => ({
      url: `https://${host}/orders`,
      headers: [{ name: 'authorization', value: 'Bearer {{secret.KEY}}' }],
    });
    const { _id: id } = await make({
      type: 'http',
      settings: settings('one.example.com'),
      secrets: { KEY: 'x', B: 'y' },
    });
    const moved = { settings: settings('two.example.com') };
    await expect(client.tools.update(id, { ...moved, secrets: { B: null } })).rejects.toMatchObject(
      refusal('secrets.KEY', 'must be given again, because it would go to https://two.example.com'),
    );
    const same = { settings: { ...settings('one.example.com'), url: 'https://one.example.com/others' } };
    expect((await client.tools.update(id, same)).secretNames).toEqual(['B', 'KEY']);
    expect((await client.tools.update(id, { ...moved, secrets: { B: null, KEY: 'z' } })).secretNames).toEqual(['KEY']);
    await expect(client.tools.update(id, { secrets: { KEY: null } })).rejects.toMatchObject({
      ...{ status: 400, code: 'validation_failed' },
      details: [{ path: expect.stringContaining('settings.headers'), message: expect.stringContaining('KEY') }],
    });
  });

  test('tells the kinds, with the functions of the service', async () => {
    const { items } = await client.tools.types();
    const kinds = new Map(items.map((kind) => [kind.type, kind]));
    expect(kinds.get('client')).toMatchObject({ takesSchema: true, functions: [] });
    expect(kinds.get('builtin')?.functions.map((of) => of.function)).toContain('current_time');
  });

  test.each<readonly [string, object, unknown]>([
    ['name', { name: 'find order' }, 'must have 1 to 64 letters, digits, _ and -'],
    ['name', { name: 'x'.repeat(65) }, expect.any(String)],
    ['description', { description: '' }, 'must not be empty'],
    ['type', { type: 'webhook' }, expect.stringContaining('must be one of')],
    ['timeoutMs', { timeoutMs: 999 }, expect.any(String)],
    ['approvalSeconds', { approvalSeconds: 59 }, expect.any(String)],
    ['approvers.0', { approvers: ['user_none'] }, 'is not a member of this workspace'],
    ['inputSchema', { inputSchema: { type: 'string' } }, expect.any(String)],
    ['inputSchema.properties.a', { inputSchema: { type: 'object', properties: { a: 1 } } }, expect.any(String)],
    ['settings.url', { type: 'http', settings: {} }, expect.any(String)],
    ['settings.url', { type: 'http', settings: { url: 'https://example.com/{id}' } }, expect.any(String)],
    ['settings.url', { settings: { url: 'https://example.com' } }, 'is not a known field'],
    ['secrets.lower', { secrets: { lower: 'x' } }, expect.stringContaining('upper-case')],
    ['settings.function', { type: 'builtin', settings: { function: 'nothing' } }, expect.any(String)],
    ['settings.zone', { type: 'builtin', settings: { function: 'current_time', zone: 'UTC' } }, 'is not a known field'],
    [
      'inputSchema',
      { type: 'builtin', settings: { function: 'current_time' }, inputSchema: schema },
      'must be null: this kind of tool has its own schema',
    ],
  ])('400: %s in %j', async (path, more, message) => {
    await expect(make(more as Partial<ToolCreateParams>)).rejects.toMatchObject(refusal(path, message));
  });

  test('400: read-only fields with other values, and too many secrets', async () => {
    const { _id: id } = await make({ secrets: { ONE: 'x' } });
    await expect(client.tools.update(id, { type: 'builtin' })).rejects.toMatchObject({
      ...{ status: 400, code: 'read_only_field', details: [{ path: 'type', message: 'is read-only' }] },
    });
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`KEY_${index}`, 'x']));
    await expect(client.tools.update(id, { secrets: many })).rejects.toMatchObject(
      refusal('secrets', 'must be at most 20 in all, not 21'),
    );
    expect((await client.tools.update(id, { secrets: { ...many, ONE: null } })).secretNames).toHaveLength(20);
  });

  test('403: without the scope, and without the role', async () => {
    const { _id: id } = await make();
    const reader = await alice.client(['agents:read']);
    const viewer = await parley.person();
    await alice.invite(viewer, 'viewer');
    const session = await viewer.session();
    expect((await reader.tools.retrieve(id))._id).toBe(id);
    await expect(reader.tools.create(draft())).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
    await expect(session.tools.update(id, {})).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
    await expect(session.tools.delete(id)).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
  });

  test('404: out of reach, or deleted', async () => {
    const { _id: id } = await make();
    const stranger = await (await parley.person()).client();
    await expect(stranger.tools.retrieve(id)).rejects.toMatchObject(absent);
    await expect(stranger.tools.update(id, {})).rejects.toMatchObject(absent);
    await expect(stranger.tools.delete(id)).rejects.toMatchObject(absent);
    await client.tools.delete(id);
    expect(await latest(id)).toMatchObject({ type: 'tool.deleted', data: { tool: id } });
    await expect(client.tools.retrieve(id)).rejects.toMatchObject(absent);
    await expect(client.tools.update(id, {})).rejects.toMatchObject(absent);
    await expect(client.tools.delete(id)).rejects.toMatchObject(absent);
    expect(await findWrongCounts(parley.db, 10)).toEqual([]);
  });

  test('409: a name that another tool of the workspace has, also at the same moment', async () => {
    const taken = { status: 409, code: 'tool_name_taken' };
    const { name } = await make();
    await expect(make({ name })).rejects.toMatchObject(taken);
    const other = await make();
    await expect(client.tools.update(other._id, { name })).rejects.toMatchObject(taken);
    const both = await Promise.allSettled([make({ name: 'same' }), make({ name: 'same' })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const stranger = await (await parley.person()).client();
    expect((await stranger.tools.create(draft({ name }))).name).toBe(name);
  });

  test('409: more than the plan allows', async () => {
    const bob = await parley.person();
    const full = await bob.client();
    const known = await parley.db.read(
      parley.db.query.selectFrom('tools').select('id').where('workspace_id', '=', bob.workspace),
    );
    expect(known).toEqual([]);
    const made = Array.from({ length: 100 }, () => full.tools.create(draft()));
    await Promise.all(made);
    await expect(full.tools.create(draft())).rejects.toMatchObject({
      ...{ status: 409, code: 'quota_exceeded', details: [{ path: 'tools', message: expect.any(String) }] },
    });
  });

  test('412: If-Match isn’t the current version', async () => {
    const { _id: id } = await make();
    const { etag = '' } = await client.tools.update(id, { idempotent: true }).withResponse();
    expect(etag).toBe('"2"');
    await expect(client.tools.update(id, {}, { ifMatch: '"1"' })).rejects.toMatchObject(stale);
    await expect(client.tools.delete(id, { ifMatch: '"1"' })).rejects.toMatchObject(stale);
    await client.tools.delete(id, { ifMatch: etag });
  });

  test('changes at the same moment are merged', async () => {
    const { _id: id } = await make();
    const changes = Array.from({ length: 4 }, (_, index) => ({ secrets: { [`KEY_${index}`]: `${index}` } }));
    await Promise.all(changes.map((change) => client.tools.update(id, change)));
    expect((await client.tools.retrieve(id)).secretNames).toHaveLength(4);
  });
});
