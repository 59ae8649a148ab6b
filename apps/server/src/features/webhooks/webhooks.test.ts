// @module-tag sql
import type { Parley, WebhookCreateParams } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { databaseState } from '../../../testing/matrix/database-state.ts';
import { findWrongCounts } from '../../storage/quotas/counts.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const hour = 60 * 60 * 1000;

/** Private, but allowed; nothing is sent to it while it is disabled. */
const draft = { url: 'https://127.0.0.1:8443/hook', status: 'disabled' } as const;

describe.each(engines)('webhooks, on %s', (engine) => {
  const parley = service(engine, {
    environment: { PARLEY_ALLOW_PRIVATE_HOSTS: '127.0.0.1', PARLEY_PLAN_QUOTAS: 'pro.webhooks=1000' },
  });
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person({ plan: 'pro' });
    client = await alice.client();
  });

  const make = (more: Partial<WebhookCreateParams> = {}) => client.webhooks.create({ ...draft, ...more });
  const bareOf = <Made extends { secret: string }>({ secret: _secret, ...bare }: Made) => bare;
  const refusal = (path: string, message: unknown) => ({
    ...{ status: 400, code: 'validation_failed' },
    details: [{ path, message }],
  });
  const absent = { status: 404, code: 'webhook_not_found' };

  test('is created with defaults, and shows its secret once', async () => {
    const made = await make();
    expect(made).toEqual({
      _id: expect.stringMatching(/^webhook_[0-9a-hjkmnp-tv-z]{26}$/),
      workspace: alice.workspace,
      ...{ url: draft.url, description: '', types: ['*'], agents: [], status: 'disabled', disabledReason: 'manual' },
      ...{ failingSince: null, lastSuccessAt: null, pending: 0, caughtUp: false },
      ...{ missedThrough: null, oldSecretUntil: null },
      ...{ createdAt: time, updatedAt: time, secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/) },
    });
    const shown = await client.webhooks.retrieve(made._id);
    expect(shown).toEqual(bareOf(made));
    const { items } = await client.webhooks.list();
    expect(items).toContainEqual(shown);
  });

  test('keeps no secret in the clear, also after a rotation', async () => {
    const made = await make();
    const rotated = await client.webhooks.rotateSecret(made._id);
    const whole = [...(await databaseState(parley.db)).values()].join('\n');
    expect(whole).toContain(made._id);
    for (const { secret } of [made, rotated]) {
      expect(whole).not.toContain(secret.slice('whsec_'.length));
      expect(parley.log()).not.toContain(secret.slice('whsec_'.length));
    }
  });

  test('returns the same webhook for a repeated key, with its secret', async () => {
    const options = { idempotencyKey: 'the same webhook' };
    const made = await client.webhooks.create(draft, options);
    expect(await client.webhooks.create(draft, options)).toEqual(made);
  });

  test('begins at the end of the log', async () => {
    await client.agents.create({ name: 'Before', model: 'builtin/echo' });
    const before = (await loggedEvents(parley.db)).length;
    const { _id: id } = await make();
    expect((await loggedEvents(parley.db, id)).map(({ type }) => type)).toEqual(['webhook.created']);
    const [row] = await parley.db.read(
      parley.db.query.selectFrom('webhooks').select(['position', 'replay_through']).where('id', '=', id),
    );
    const later = await parley.db.read(
      parley.db.query
        .selectFrom('event_log')
        .select('type')
        .where('account_id', '=', alice.account)
        .where('position', '>', Number(row?.position)),
    );
    expect(before).toBeGreaterThan(0);
    expect(later).toEqual([{ type: 'webhook.created' }]);
  });

  describe('refuses', () => {
    test.each([
      ['http://example.com/', 'must begin with https://'],
      ['ftp://example.com/', 'must begin with https://'],
      ['https://ada:secret@example.com/', 'must be a valid URL without a user name or password'],
      ['nonsense', 'must be a valid URL without a user name or password'],
      ['https://10.0.0.1/', expect.stringContaining('must have a public host')],
      ['https://169.254.169.254/latest', expect.stringContaining('must have a public host')],
      ['https://[::1]/', expect.stringContaining('must have a public host')],
      ['https://8.8.8.8:22/', 'has a port that is not allowed'],
    ])('the address %s', async (url, message) => {
      await expect(make({ url })).rejects.toMatchObject(refusal('url', message));
      const { _id } = await make();
      await expect(client.webhooks.update(_id, { url })).rejects.toMatchObject(refusal('url', message));
    });

    test('an address of more than 2,000 characters', async () => {
      const url = `https://127.0.0.1/${'x'.repeat(2_000)}`;
      await expect(make({ url })).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
    });

    test('unknown types, and names those that are near', async () => {
      const near = 'is no type of event. Did you mean message.completed?';
      await expect(make({ types: ['agent.*', 'message.complete'] })).rejects.toMatchObject(refusal('types.1', near));
      await expect(make({ types: ['agents.*'] })).rejects.toMatchObject(
        refusal('types.0', expect.stringContaining('Did you mean agent.*')),
      );
      await expect(make({ types: ['quite something else'] })).rejects.toMatchObject(
        refusal('types.0', 'is no type of event.'),
      );
    });

    test('agents of other workspaces', async () => {
      const bob = await parley.person();
      const { _id } = await (await bob.client()).agents.create({ name: 'Other', model: 'builtin/echo' });
      await expect(make({ agents: [_id] })).rejects.toMatchObject(
        refusal('agents.0', 'is not an agent of this workspace'),
      );
    });
  });

  test('accepts http for a host that the operator allows', async () => {
    expect(await make({ url: 'http://127.0.0.1:8080/hook' })).toMatchObject({ url: 'http://127.0.0.1:8080/hook' });
  });

  test('keeps an agent that is deleted, and takes no other one that is', async () => {
    const { _id: agent } = await client.agents.create({ name: 'Passing', model: 'builtin/echo' });
    const { _id } = await make({ agents: [agent] });
    await client.agents.delete(agent);
    expect((await client.webhooks.update(_id, { agents: [agent], description: 'Kept' })).agents).toEqual([agent]);
    await expect(make({ agents: [agent] })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('is updated by fields, with an event that says what changed', async () => {
    const made = await make();
    const { _id } = made;
    const changes = { description: 'Orders', types: ['agent.*'] };
    const changed = await client.webhooks.update(_id, changes);
    expect(changed).toEqual({ ...bareOf(made), ...changes, updatedAt: time, caughtUp: expect.any(Boolean) });
    expect(changed.updatedAt > made.updatedAt).toBe(true);
    const [, event] = await loggedEvents(parley.db, _id);
    expect(event).toMatchObject({
      ...{ type: 'webhook.updated', workspace: alice.workspace },
      changes: [
        { field: 'description', before: '', after: 'Orders' },
        { field: 'types', before: ['*'], after: ['agent.*'] },
      ],
    });
  });

  test('is enabled with the gap as a replay, and disabled by hand', async () => {
    const { _id } = await make({ types: ['webhook.disabled'] });
    const enabled = await client.webhooks.update(_id, { status: 'enabled' });
    expect(enabled).toMatchObject({ status: 'enabled', disabledReason: null, failingSince: null });
    const row = async () => {
      const query = parley.db.query.selectFrom('webhooks').selectAll().where('id', '=', _id);
      return (await parley.db.read(query))[0];
    };
    const through = Number((await row())?.replay_through);
    expect(through).toBeGreaterThan(0);
    await client.webhooks.update(_id, { status: 'enabled', description: 'Still enabled' });
    expect(Number((await row())?.replay_through)).toBe(through);
    const disabled = await client.webhooks.update(_id, { status: 'disabled' });
    expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'manual' });
  });

  test('is changed and deleted in the version that the caller has read', async () => {
    const { _id } = await make();
    const { response } = await client.webhooks.retrieve(_id).withResponse();
    const headers = { 'If-Match': response.headers.get('etag') ?? '' };
    expect(headers['If-Match']).not.toBe('');
    await client.webhooks.update(_id, { description: 'One' }, { headers });
    const stale = { status: 412, code: 'version_conflict' };
    await expect(client.webhooks.update(_id, { description: 'Two' }, { headers })).rejects.toMatchObject(stale);
    await expect(client.webhooks.delete(_id, { headers })).rejects.toMatchObject(stale);
    await client.webhooks.delete(_id);
  });

  test('changes of ten requests at once all take effect', async () => {
    const { _id } = await make();
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => client.webhooks.update(_id, { description: `${index}` })),
    );
    const events = await loggedEvents(parley.db, _id);
    expect(events.filter(({ type }) => type === 'webhook.updated')).toHaveLength(5);
  });

  test('is rotated: the old secret has an end, and a third one does not exist', async () => {
    const made = await make();
    const first = await client.webhooks.rotateSecret(made._id, { overlapHours: 2 });
    expect(first.secret).not.toBe(made.secret);
    const left = Date.parse(first.oldSecretUntil ?? '') - parley.now();
    expect(left > 1.9 * hour && left <= 2 * hour).toBe(true);
    expect(await client.webhooks.retrieve(made._id)).toEqual({ ...bareOf(first), caughtUp: false });
    const second = await client.webhooks.rotateSecret(made._id, { overlapHours: 0 });
    expect(second.oldSecretUntil).toBeNull();
    const query = parley.db.query.selectFrom('webhooks').select('old_secret').where('id', '=', made._id);
    expect(await parley.db.read(query)).toEqual([{ old_secret: null }]);
    const changes = (await loggedEvents(parley.db, made._id)).map((event) => event.changes);
    expect(JSON.stringify(changes)).toContain('"field":"secret","before":null,"after":null');
  });

  test('belongs to its workspace: others don’t see it, and members who aren’t admins may not', async () => {
    const made = await make();
    const [bob, carol] = [await parley.person(), await parley.person()];
    const stranger = await bob.client();
    for (const call of [
      () => stranger.webhooks.retrieve(made._id),
      () => stranger.webhooks.update(made._id, { description: 'Mine' }),
      () => stranger.webhooks.delete(made._id),
      () => stranger.webhooks.rotateSecret(made._id),
      () => stranger.webhooks.test(made._id),
      () => stranger.webhooks.deliveries(made._id),
      () => stranger.webhooks.redeliver(made._id, { since: new Date(0).toISOString() }),
    ]) {
      await expect(call()).rejects.toMatchObject(absent);
    }
    expect((await stranger.webhooks.list()).items).toEqual([]);
    await alice.invite(carol, 'editor');
    const member = await carol.session();
    const forbidden = { status: 403, code: 'insufficient_role' };
    await expect(member.webhooks.retrieve(made._id)).rejects.toMatchObject(forbidden);
    await expect(member.webhooks.create({ ...draft, workspaceId: alice.workspace })).rejects.toMatchObject(forbidden);
    expect((await member.webhooks.list({ workspaceId: alice.workspace })).items).toEqual([]);
  });

  test('is listed in pages, by workspace and by status', async () => {
    const { _id: workspaceId } = await (await alice.session()).workspaces.create({ name: 'Listed' });
    const ids: string[] = [];
    for (const status of ['enabled', 'disabled', 'disabled'] as const) {
      ids.push((await make({ workspaceId, status, types: ['webhook.disabled'] }))._id);
    }
    const listed = async (query: object) =>
      (await client.webhooks.list({ workspaceId, ...query })).items.map(({ _id }) => _id);
    expect(await listed({})).toEqual([...ids].reverse());
    expect(await listed({ sort: 'createdAt' })).toEqual(ids);
    expect(await listed({ status: 'enabled' })).toEqual(ids.slice(0, 1));
    const page = await client.webhooks.list({ workspaceId, limit: 2, includeTotal: true });
    expect(page).toMatchObject({ total: 3, nextCursor: expect.any(String) });
    expect(await listed({ cursor: page.nextCursor })).toEqual(ids.slice(0, 1));
  });

  test('counts for a quota that 20 requests at once don’t exceed', async () => {
    const bob = await parley.person();
    const theirs = await bob.client();
    const calls = Array.from({ length: 20 }, () => theirs.webhooks.create(draft).then(() => 'made', String));
    const made = (await Promise.all(calls)).filter((answer) => answer === 'made');
    expect(made).toHaveLength(5);
    const full = { status: 409, code: 'quota_exceeded', message: expect.stringContaining('5 of 5 webhooks') };
    await expect(theirs.webhooks.create(draft)).rejects.toMatchObject(full);
    const { items } = await theirs.webhooks.list();
    await theirs.webhooks.delete(items[0]?._id ?? '');
    await theirs.webhooks.create(draft);
    expect(await findWrongCounts(parley.db, 10)).toEqual([]);
  });
});
