// @module-tag sql
import { type NewApiKey, Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, password, service, sessionClient } from '../../../testing/harness.ts';
import { expectFailure, send } from '../../../testing/request.ts';

describe.each(engines)('keys of people who are suspended or removed, on %s', (engine) => {
  const parley = service(engine);
  const clientOf = (apiKey: string) => new Parley({ baseURL: parley.url, apiKey, maxRetries: 0 });
  let alice: Person;
  let owner: Parley;
  let second: string;
  let email: string;
  let dan: Parley;
  let serial = 0;

  /** Adds Dan to a workspace. */
  const add = async (workspace: string) => {
    const { url } = await owner.workspaces.invitations.create(workspace, { email, role: 'editor' });
    await dan.invitations.accept({ token: (url ?? '').split('#token=')[1] ?? '', password });
  };
  const remove = async (workspaceId: string) =>
    owner.workspaces.members.remove({ workspaceId, userId: (await dan.me.retrieve()).user._id });

  beforeEach(async () => {
    // An address has 20 refused keys per minute.
    parley.advance(60_001);
    alice = await parley.person();
    owner = await alice.session();
    second = (await owner.workspaces.create({ name: 'Second' }))._id;
    serial += 1;
    email = `dan-${serial}-${engine}@example.com`;
    dan = sessionClient(parley.url);
    await add(alice.workspace);
    await add(second);
  });

  const make = (more: { workspaceId?: string } = {}) =>
    dan.apiKeys.create({ name: 'Dan', scopes: ['agents:read'], ...more });
  const isTaken = ({ key }: NewApiKey) =>
    clientOf(key)
      .agents.list()
      .then(
        () => 'taken',
        ({ status, code }: { status?: number; code?: string }) => `${status} ${code}`,
      );
  const shown = async ({ _id }: NewApiKey) => {
    const { status, inactiveReason } = await owner.apiKeys.retrieve(_id);
    return { status, inactiveReason };
  };
  const active = { status: 'active', inactiveReason: null };
  const removed = { status: 'inactive', inactiveReason: 'removed' };

  test('a key is inactive as soon as its person is in none of its workspaces, until the person is back', async () => {
    const [whole, bound] = [await make(), await make({ workspaceId: second })];
    expect([await isTaken(whole), await isTaken(bound)]).toEqual(['taken', 'taken']);
    await remove(second);
    expect([await isTaken(whole), await isTaken(bound)]).toEqual(['taken', '401 inactive_api_key']);
    expect([await shown(whole), await shown(bound)]).toEqual([active, removed]);
    await remove(alice.workspace);
    expect([await isTaken(whole), await isTaken(bound)]).toEqual(['401 inactive_api_key', '401 inactive_api_key']);
    expect([await shown(whole), await shown(bound)]).toEqual([removed, removed]);
    await add(second);
    expect([await isTaken(whole), await isTaken(bound)]).toEqual(['taken', 'taken']);
    expect([await shown(whole), await shown(bound)]).toEqual([active, active]);
  });

  test('401: with a challenge, and with what to do', async () => {
    const { key } = await make({ workspaceId: second });
    await remove(second);
    const reply = await send(parley.url, { path: '/api/agents', key });
    expectFailure(reply, 'inactive_api_key');
    expect(reply.headers['www-authenticate']).toBe(
      'Bearer realm="parley", error="invalid_token", error_description="The API key is inactive."',
    );
    expect(reply.json()['hint']).toContain('no longer a member');
  });

  test('a suspended person’s keys are inactive until the person is reactivated', async () => {
    const made = await make();
    await parley.features.accounts.setStatus(email, 'suspended');
    expect(await isTaken(made)).toBe('401 inactive_api_key');
    expect(await shown(made)).toEqual({ status: 'inactive', inactiveReason: 'suspended' });
    await parley.features.accounts.setStatus(email, 'active');
    expect([await isTaken(made), await shown(made)]).toEqual(['taken', active]);
  });

  test('lists and totals tell active and inactive keys apart', async () => {
    const [whole, bound] = [await make(), await make({ workspaceId: second })];
    await remove(second);
    const list = async (session: Parley, status: 'active' | 'inactive') => {
      const { items, total } = await session.apiKeys.list({ status, includeTotal: true });
      return { ids: items.map(({ _id }) => _id), total };
    };
    for (const session of [owner, dan]) {
      expect(await list(session, 'active')).toEqual({ ids: [whole._id], total: 1 });
      expect(await list(session, 'inactive')).toEqual({ ids: [bound._id], total: 1 });
    }
  });

  test('a person without a workspace sees their inactive keys, and can make none', async () => {
    const made = await make();
    await remove(second);
    await remove(alice.workspace);
    expect((await dan.apiKeys.list()).items.map(({ _id }) => _id)).toEqual([made._id]);
    await expect(make()).rejects.toMatchObject({
      status: 403,
      code: 'insufficient_role',
      hint: expect.stringContaining('invite you'),
    });
    await expect(dan.apiKeys.rotate(made._id)).rejects.toMatchObject({ status: 409, code: 'api_key_inactive' });
    await dan.apiKeys.revoke(made._id);
    expect(await isTaken(made)).toBe('401 revoked_api_key');
  });
});
