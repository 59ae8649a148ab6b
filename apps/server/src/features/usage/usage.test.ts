// @module-tag sql
import { describe, expect, it } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { expectFailure, send } from '../../../testing/request.ts';
import type { Principal } from '../../access/actor.ts';
import { createUsage } from './service.ts';

const hour = 60 * 60 * 1000;
const halfPastTwelve = Date.UTC(2026, 0, 2, 12, 30);

/** A person as the user of a key, and as an admin who reads the usage. */
const asPrincipal = ({ user, account, workspace }: Person, id: string): Principal => ({
  kind: 'key',
  id,
  user,
  account: { id: account, plan: 'free' },
  scopes: new Set(['workspace:admin']),
  memberships: new Map([[workspace, 'owner']]),
  ownWorkspaces: new Set([workspace]),
  boundTo: undefined,
  expiresAt: undefined,
});

describe.each(engines)('usage of an account, on %s', (engine) => {
  const t = service(engine, {
    environment: { PARLEY_PLAN_LIMITS: 'free=60,pro=2', PARLEY_PLAN_CONCURRENCY: 'streams:free=1' },
  });

  it('200: shows the rate-limit window of the keys, apart from the session’s own', async () => {
    const ada = await t.person();
    const client = await ada.client(['agents:read']);
    for (let request = 0; request < 3; request += 1) await client.agents.list();
    const usage = await (await ada.session()).usage.retrieve();
    expect(usage.plan).toBe('free');
    expect(usage.rateLimit).toMatchObject({ limit: 60, used: 3, remaining: 57 });
    expect(usage.total).toBe(3);
  });

  it('200: what the rate limit refused is not use', async () => {
    const ada = await t.person({ plan: 'pro' });
    const key = await ada.key(['agents:read']);
    const statuses: number[] = [];
    // A minute may end in between.
    while (statuses.filter((status) => status === 429).length < 3) {
      statuses.push((await send(t.url, { path: '/api/agents', key })).status);
    }
    const usage = await (await ada.session()).usage.retrieve();
    expect(usage.total).toBe(statuses.filter((status) => status === 200).length);
    expect(usage.keys).toMatchObject([{ requests: usage.total }]);
    expect(usage.rateLimit).toMatchObject({ limit: 2 });
    expect(usage.rateLimit.used).toBeLessThanOrEqual(2);
  });

  it('200: what was too much at once is not use', async () => {
    const ada = await t.person();
    const key = await ada.key();
    const client = await ada.client();
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { conversation } = await client.agents.chat(agent, { message: 'Hello' });
    const watching = new AbortController();
    const changes = client.conversations.changes({ workspaceId: ada.workspace }, { signal: watching.signal });
    const watched = (async () => {
      for await (const _ of changes);
    })().catch(() => undefined);
    await expect.poll(async () => (await client.me.retrieve()).concurrency.streams.used).toBe(1);
    const session = await ada.session();
    const before = (await session.usage.retrieve()).total;
    const path = `/api/conversations/events?workspaceId=${ada.workspace}`;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expectFailure(await send(t.url, { path, key }), 'too_many_concurrent');
    }
    expect((await session.usage.retrieve()).total).toBe(before);
    expect((await send(t.url, { path: `/api/conversations/${conversation._id}`, key })).status).toBe(200);
    const usage = await session.usage.retrieve();
    expect(usage.total).toBe(before + 1);
    expect(usage.keys.reduce((sum, { requests }) => sum + requests, 0)).toBe(usage.total);
    watching.abort();
    await watched;
  });

  it('200: has an entry for each of the last 24 hours, all zero if no key was used', async () => {
    const ada = await t.person();
    const usage = await (await ada.session()).usage.retrieve();
    expect(usage.hours).toHaveLength(24);
    expect(usage).toMatchObject({ total: 0, keys: [], rateLimit: { used: 0, remaining: 60 } });
    const starts = usage.hours.map(({ startsAt }) => Date.parse(startsAt));
    expect(starts.every((start, index) => index === 0 || start - (starts[index - 1] ?? 0) === hour)).toBe(true);
  });

  it('200: adds up several writes by key and by hour', async () => {
    const ada = await t.person();
    await ada.key(['agents:read']);
    const [{ _id: id = '' } = {}] = (await (await ada.session()).apiKeys.list()).items;
    const allowanceOf = () => ({ allowed: true, limit: 60, remaining: 60, resetAt: 0 });
    const none = { limit: 1, used: 0 };
    const slotsOf = async () => ({ replies: none, streams: none, exports: none });
    const start = () =>
      createUsage({
        ...{ db: t.db, now: () => halfPastTwelve, allowanceOf, slotsOf, quotasOf: async () => undefined },
        onError: (error) => {
          throw error;
        },
      });
    const [first, second] = [start(), start()];
    const principal = asPrincipal(ada, id);
    for (const ago of [25 * hour, 2 * hour, 0, 0]) first.note(principal, halfPastTwelve - ago);
    await first.close();
    second.note(principal, halfPastTwelve);
    await second.close();

    const usage = await second.read(principal);
    expect(usage.total).toBe(4);
    expect(usage.hours.at(-1)).toEqual({ startsAt: '2026-01-02T12:00:00.000Z', requests: 3 });
    expect(usage.hours.at(-3)).toEqual({ startsAt: '2026-01-02T10:00:00.000Z', requests: 1 });
    expect(usage.keys).toMatchObject([{ _id: id, name: 'test', requests: 4 }]);
  });

  it('403: an editor', async () => {
    const [ada, ben] = [await t.person(), await t.person()];
    await ada.invite(ben, 'editor');
    const client = await ben.client(['agents:read']);
    await expect(client.usage.retrieve()).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
    const asEditor = await ben.client(['workspace:admin'], { account: ada.account });
    await expect(asEditor.usage.retrieve()).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
  });
});
