// @module-tag sql
import { type NewApiKey, Parley, type Scope } from '@parley/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { racingWrite } from '../../../testing/databases/racing-database.ts';
import { actorOf } from '../../../testing/fixtures/actor.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { newId } from '../../ids.ts';
import { createKeys } from './service.ts';

describe.each(engines)('reducing the scopes of API keys, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let session: Parley;
  let made: NewApiKey;

  beforeEach(async () => {
    alice = await parley.person();
    session = await alice.session();
    made = await session.apiKeys.create({ name: 'Shop', scopes: ['agents:read', 'agents:write'] });
  });

  const use = () => new Parley({ baseURL: parley.url, apiKey: made.key, maxRetries: 0 }).agents;
  const setScopes = (...scopes: Scope[]) => session.apiKeys.update(made._id, { scopes });
  const bareOf = <Made extends { key: string }>({ key: _key, ...bare }: Made) => bare;

  test('takes effect on the next request, and is recorded', async () => {
    await use().create({ name: 'Before' });
    const changed = await session.apiKeys.update(made._id, { name: 'Reader', scopes: ['agents:read'] });
    expect(changed).toEqual({ ...bareOf(made), name: 'Reader', scopes: ['agents:read'] });
    await use().list();
    await expect(use().create({ name: 'After' })).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
    const events = (await loggedEvents(parley.db, made._id)).filter(({ type }) => type === 'api_key.updated');
    const changes = [
      { field: 'name', before: made.name, after: 'Reader' },
      { field: 'scopes', before: made.scopes, after: ['agents:read'] },
    ];
    expect(events).toMatchObject([
      { data: { key: made._id, fields: ['name', 'scopes'] }, actor: { user: alice.user.id }, changes },
    ]);
  });

  test('workspace:admin can be reduced to any other scopes', async () => {
    made = await session.apiKeys.create({ name: 'Admin', scopes: ['workspace:admin'] });
    expect((await setScopes('agents:read', 'agents:write')).scopes).toEqual(['agents:read', 'agents:write']);
    expect((await setScopes('agents:write')).scopes).toEqual(['agents:write']);
  });

  test('400: a scope that the key doesn’t have, also if it once had it', async () => {
    await setScopes('agents:read');
    for (const scope of ['agents:write', 'workspace:admin'] as const) {
      await expect(setScopes('agents:read', scope)).rejects.toMatchObject({
        status: 400,
        code: 'validation_failed',
        message: expect.stringContaining(
          "scopes.1 can't be added: scopes can only be reduced, and the key has agents:read",
        ),
        details: [{ path: 'scopes.1' }],
        hint: 'Create another key for more rights.',
      });
    }
    expect((await session.apiKeys.retrieve(made._id)).scopes).toEqual(['agents:read']);
  });

  test('400: no scope', async () => {
    await expect(setScopes()).rejects.toMatchObject({ status: 400, details: [{ path: 'scopes' }] });
  });

  const racing = () =>
    createKeys({
      db: racingWrite(parley.db, () => setScopes('agents:read')),
      now: Date.now,
      newId,
      room: () => [],
      digest: String,
      forgetCallers: () => undefined,
      membershipsOf: async () => new Map(),
      findUser: async () => alice.user,
      accountOf: async () => alice.account,
      record: () => ({ sql: 'select 1', parameters: [] }),
    });

  test('two changes at once never extend the scopes', async () => {
    const change = racing().update(actorOf(alice), made._id, { scopes: ['agents:write'] });
    await expect(change).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await session.apiKeys.retrieve(made._id)).scopes).toEqual(['agents:read']);
  });

  test('a successor doesn’t get scopes that were removed meanwhile', async () => {
    const rotation = racing().rotate(actorOf(alice), { id: made._id, overlapHours: 24 });
    await expect(rotation).rejects.toMatchObject({ code: 'api_key_inactive' });
    expect((await session.apiKeys.list()).items.map(({ _id }) => _id)).toEqual([made._id]);
  });
});
