// @module-tag sql
import { type NewApiKey, Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { racingWrite } from '../../../testing/databases/racing-database.ts';
import { actorOf } from '../../../testing/fixtures/actor.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { newId } from '../../ids.ts';
import { createKeys } from './service.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

describe.each(engines)('rotating and revoking API keys, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let session: Parley;
  let old: NewApiKey;

  beforeEach(async () => {
    // An address has 20 failures per minute, and these tests cause many.
    parley.advance(60_001);
    alice = await parley.person();
    session = await alice.session();
    old = await session.apiKeys.create({
      name: 'Shop',
      scopes: ['agents:read', 'agents:write'],
      environment: 'development',
      workspaceId: alice.workspace,
    });
  });

  const use = (apiKey: string) => new Parley({ baseURL: parley.url, apiKey, maxRetries: 0 }).agents.list();
  const eventsOf = async (id: string) => {
    const events = await loggedEvents(parley.db, id);
    return events.map(({ account: _, changes: __, ...event }) => event);
  };

  describe('rotate', () => {
    test('creates a key like the old one with a new secret, once', async () => {
      const made = await session.apiKeys.rotate(old._id);
      expect(made).toMatchObject({
        name: 'Shop',
        scopes: old.scopes,
        environment: 'development',
        workspace: alice.workspace,
        rotatedFrom: old._id,
        status: 'active',
        expiresAt: null,
      });
      expect(made.key).not.toBe(old.key);
      await use(made.key);
      const listed = (await session.apiKeys.list()).items;
      expect(listed.map(({ _id, rotatedFrom, replacedBy }) => ({ _id, rotatedFrom, replacedBy }))).toEqual([
        { _id: made._id, rotatedFrom: old._id, replacedBy: null },
        { _id: old._id, rotatedFrom: null, replacedBy: made._id },
      ]);
    });

    test('the old key tells until when it is valid', async () => {
      const made = await session.apiKeys.rotate(old._id, { overlapHours: 2 });
      const validUntil = new Date(Date.parse(made.createdAt) + 2 * hour).toISOString();
      const replaced = await session.apiKeys.retrieve(old._id);
      expect(replaced).toMatchObject({ status: 'active', replacedBy: made._id, validUntil, expiresAt: validUntil });
      await session.apiKeys.revoke(made._id);
      const again = await session.apiKeys.rotate(old._id, { overlapHours: 0 });
      const ended = await session.apiKeys.retrieve(old._id);
      expect(ended).toMatchObject({ status: 'revoked', replacedBy: again._id, validUntil: again.createdAt });
    });

    test('the old key works for 24 more hours', async () => {
      await session.apiKeys.rotate(old._id);
      await use(old.key);
      parley.advance(day - 60_000);
      await use(old.key);
      parley.advance(61_000);
      await expect(use(old.key)).rejects.toMatchObject({ status: 401, code: 'expired_api_key' });
    });

    test.each([1, 168])('the old key works for %i more hours', async (overlapHours) => {
      await session.apiKeys.rotate(old._id, { overlapHours });
      parley.advance(overlapHours * hour - 60_000);
      await use(old.key);
      parley.advance(61_000);
      await expect(use(old.key)).rejects.toMatchObject({ code: 'expired_api_key' });
    });

    test('with an overlap of 0 the old key ends at once', async () => {
      await use(old.key);
      const made = await session.apiKeys.rotate(old._id, { overlapHours: 0 });
      await expect(use(old.key)).rejects.toMatchObject({ status: 401, code: 'revoked_api_key' });
      await use(made.key);
    });

    test('an overlap never extends a key’s life, and the new key has the old one’s full lifetime', async () => {
      const brief = await session.apiKeys.create({ name: 'Brief', scopes: ['agents:read'], expiresInDays: 30 });
      parley.advance(29 * day + 12 * hour);
      const again = await alice.session();
      const made = await again.apiKeys.rotate(brief._id, { overlapHours: 168 });
      expect(Date.parse(made.expiresAt ?? '') - Date.parse(made.createdAt)).toBe(30 * day);
      expect((await again.apiKeys.retrieve(brief._id)).expiresAt).toBe(brief.expiresAt);
    });

    test('is recorded', async () => {
      const made = await session.apiKeys.rotate(old._id);
      const [created] = await eventsOf(made._id);
      expect(created).toEqual({
        type: 'api_key.created',
        workspace: alice.workspace,
        data: { key: made._id, rotatedFrom: old._id },
        actor: { user: alice.user.id },
      });
    });

    test.each([-1, 169, 1.5, '24', null])('400: an overlap of %j', async (overlapHours) => {
      const rotation = session.apiKeys.rotate(old._id, { overlapHours } as object);
      await expect(rotation).rejects.toMatchObject({ status: 400, details: [{ path: 'overlapHours' }] });
      await use(old.key);
    });

    test('403: a key can’t rotate keys, not even itself', async () => {
      const admin = await alice.client(['workspace:admin']);
      await expect(admin.apiKeys.rotate(old._id)).rejects.toMatchObject({ status: 403, code: 'session_required' });
    });

    test('403: another person’s key, because the caller would see its secret', async () => {
      const owner = await parley.person();
      await alice.invite(owner, 'owner');
      const theirs = await owner.session();
      await expect(theirs.apiKeys.rotate(old._id)).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
      await use(old.key);
    });

    test('409: a replaced key, until its replacement is revoked', async () => {
      const made = await session.apiKeys.rotate(old._id);
      await expect(session.apiKeys.rotate(old._id)).rejects.toMatchObject({ status: 409, code: 'api_key_inactive' });
      await session.apiKeys.rotate(made._id);
      await session.apiKeys.revoke(made._id);
      expect(await session.apiKeys.rotate(old._id)).toMatchObject({ rotatedFrom: old._id });
    });

    test.each([0, 1])('two simultaneous rotations create one key (overlap of %i hours)', async (overlapHours) => {
      // A rotation doesn't change a key that ends soon; only its successor shows the rotation.
      const brief = await session.apiKeys.create({ name: 'Brief', scopes: ['agents:read'], expiresInDays: 30 });
      parley.advance(30 * day - hour / 2);
      const again = await alice.session();
      const rotations = Array.from({ length: 4 }, () => again.apiKeys.rotate(brief._id, { overlapHours }));
      const outcomes = await Promise.allSettled(rotations);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'api_key_inactive' });
      }
      const { items } = await again.apiKeys.list();
      expect(items.filter(({ rotatedFrom }) => rotatedFrom === brief._id)).toHaveLength(1);
    });

    test('a key that is revoked meanwhile gets no successor', async () => {
      const { rotate } = createKeys({
        db: racingWrite(parley.db, () => session.apiKeys.revoke(old._id)),
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
      const rotation = rotate(actorOf(alice), { id: old._id, overlapHours: 24 });
      await expect(rotation).rejects.toMatchObject({ code: 'api_key_inactive' });
      const { items } = await session.apiKeys.list();
      expect(items.map(({ _id, status }) => [_id, status])).toEqual([[old._id, 'revoked']]);
    });

    test('409: an expired key', async () => {
      const brief = await session.apiKeys.create({ name: 'Brief', scopes: ['agents:read'], expiresInDays: 30 });
      await session.apiKeys.revoke(old._id);
      await expect(session.apiKeys.rotate(old._id)).rejects.toMatchObject({ status: 409, code: 'api_key_inactive' });
      parley.advance(31 * day);
      const again = await alice.session();
      await expect(again.apiKeys.rotate(brief._id)).rejects.toMatchObject({ status: 409, code: 'api_key_inactive' });
    });
  });

  describe('revoke', () => {
    test('returns a confirmation; no later request passes', async () => {
      await use(old.key);
      expect(await session.apiKeys.revoke(old._id)).toEqual({ message: 'API key revoked.' });
      const attempts = Array.from({ length: 10 }, () => use(old.key).catch(({ code }: { code: string }) => code));
      expect(new Set(await Promise.all(attempts))).toEqual(new Set(['revoked_api_key']));
    });

    test('the key stays in the list with its end', async () => {
      await session.apiKeys.revoke(old._id);
      const shown = await session.apiKeys.retrieve(old._id);
      expect(shown).toMatchObject({ status: 'revoked', revokedAt: expect.stringMatching(/Z$/) });
      parley.advance(1000);
      await session.apiKeys.revoke(old._id);
      expect(await session.apiKeys.retrieve(old._id)).toEqual(shown);
    });

    test('a key with workspace:admin can revoke others and itself', async () => {
      const admin = await alice.client(['workspace:admin']);
      await admin.apiKeys.revoke(old._id);
      await expect(use(old.key)).rejects.toMatchObject({ code: 'revoked_api_key' });
      const { key } = await admin.me.retrieve();
      await admin.apiKeys.revoke(key?._id ?? '');
      await expect(admin.me.retrieve()).rejects.toMatchObject({ code: 'revoked_api_key' });
    });

    test('is recorded once, with the caller', async () => {
      await session.apiKeys.revoke(old._id);
      const events = (await eventsOf(old._id)).filter(({ type }) => type === 'api_key.revoked');
      expect(events).toEqual([
        {
          type: 'api_key.revoked',
          workspace: alice.workspace,
          data: { key: old._id },
          actor: { user: alice.user.id },
        },
      ]);
    });
  });

  describe('the user of a key', () => {
    test('suspends it when suspended, and restores it when reactivated', async () => {
      await use(old.key);
      await parley.features.accounts.setStatus(alice.user.email, 'suspended');
      await expect(use(old.key)).rejects.toMatchObject({ status: 401, code: 'inactive_api_key' });
      await parley.features.accounts.setStatus(alice.user.email, 'active');
      await use(old.key);
    });

    test('limits it to the current role', async () => {
      const bob = await parley.person();
      await alice.invite(bob, 'admin');
      const theirs = await bob.session();
      const made = await theirs.apiKeys.create({
        name: 'B',
        scopes: ['workspace:admin'],
        workspaceId: alice.workspace,
      });
      const client = new Parley({ baseURL: parley.url, apiKey: made.key, maxRetries: 0 });
      const { _id } = await client.agents.create({ name: 'By Bob' });
      const member = { workspaceId: alice.workspace, userId: bob.user.id };
      await session.workspaces.members.update(member, { role: 'editor' });
      await client.agents.update(_id, { name: 'Still may' });
      await expect(client.agents.delete(_id)).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
      await session.workspaces.members.update(member, { role: 'viewer' });
      await client.agents.retrieve(_id);
      await expect(client.agents.update(_id, {})).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
      await session.workspaces.members.remove(member);
      await expect(client.agents.retrieve(_id)).rejects.toMatchObject({ status: 401, code: 'inactive_api_key' });
    });
  });
});
