// @module-tag sql
import { createHmac } from 'node:crypto';
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, type Service, service } from '../../../testing/harness.ts';
import { send } from '../../../testing/request.ts';
import { signedHeaders } from '../../../testing/servers/webhook-server.ts';
import { newId } from '../../ids.ts';
import { statement } from '../../storage/unit.ts';

const hour = 60 * 60_000;
/** Nothing answers there: syncs fail, and are counted. */
const address = 'http://127.0.0.1:9/';

describe.each(engines)('the hook of a source, on %s', (engine) => {
  const parley: Service = service(engine);
  let owner: Person;
  let client: Parley;
  beforeAll(async () => {
    owner = await parley.person();
    client = await owner.client();
  });

  const path = (id: string, end: 'hook' | 'inbound') => `/api/knowledge-sources/${id}/${end}`;
  const settled = (id: string) =>
    vi.waitFor(async () => expect((await client.knowledgeSources.retrieve(id)).status).toBe('failed'), {
      ...{ timeout: 30_000, interval: 25 },
    });
  /** A source with a hook. */
  const hooked = async () => {
    const { _id: id } = await client.knowledgeSources.create({ type: 'url', url: address });
    const { secret } = await client.knowledgeSources.hook.rotate(id, {});
    return { id, secret };
  };
  const call = async (id: string, body: string, headers: Readonly<Record<string, string>>) => {
    const answer = await send(parley.url, {
      method: 'POST',
      path: path(id, 'inbound'),
      headers,
      body: Buffer.from(body),
    });
    return { status: answer.status, code: answer.json()['code'], error: answer.json()['error'] };
  };
  const signed = (secret: string, body: string, given: { id?: string; at?: number } = {}) =>
    signedHeaders(secret, body, { at: parley.now(), ...given });
  const gitHub = (secret: string, body: string, event = 'push', delivery = newId('event')) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    ...{ 'x-github-event': event, 'x-github-delivery': delivery, 'content-type': 'application/json' },
  });
  const syncs = async (id: string) => (await client.knowledgeSources.syncs.list(id)).items.length;

  test('starts a sync by a request that is signed, and none by its repeat', async () => {
    const { id, secret } = await hooked();
    await settled(id);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await client.knowledgeSources.hook.retrieve(id)).toMatchObject({
      ...{ source: id, active: true, lastReceivedAt: null },
      url: expect.stringMatching(new RegExp(`/api/knowledge-sources/${id}/inbound$`)),
    });
    const headers = signed(secret, '', { id: 'event-1' });
    expect(await call(id, '', headers)).toMatchObject({ status: 200 });
    await settled(id);
    const after = await syncs(id);
    expect(after).toBe(2);
    expect(await call(id, '', headers)).toMatchObject({ status: 200 });
    await settled(id);
    expect(await syncs(id)).toBe(after);
    const { lastReceivedAt } = await client.knowledgeSources.hook.retrieve(id);
    expect(lastReceivedAt).toMatch(/Z$/);
  });

  test('takes pushes as GitHub signs them, and accepts other events without a sync', async () => {
    const { id, secret } = await hooked();
    await settled(id);
    const body = JSON.stringify({ zen: 'Keep it logically awesome.' });
    expect(await call(id, body, gitHub(secret, body, 'ping'))).toMatchObject({ status: 200 });
    expect(await client.knowledgeSources.retrieve(id)).toMatchObject({ status: 'failed' });
    expect(await syncs(id)).toBe(1);
    expect(await call(id, body, gitHub(secret, body))).toMatchObject({ status: 200 });
    await settled(id);
    expect(await syncs(id)).toBe(2);
  });

  test('refuses what is not signed, alike for every source', async () => {
    const [{ id, secret }, other] = [await hooked(), await hooked()];
    const bare = (await client.knowledgeSources.create({ type: 'url', url: address }))._id;
    await settled(id);
    const late = parley.now() - 6 * 60_000;
    const refusals = [
      await call(id, 'a', {}),
      await call(id, 'a', signed(secret, 'b')),
      await call(id, 'a', signed(other.secret, 'a')),
      await call(id, 'a', signed(secret, 'a', { at: late })),
      await call(id, 'a', gitHub(other.secret, 'a')),
      await call(id, 'a', { ...gitHub(secret, 'a'), 'x-hub-signature-256': 'sha256=00' }),
      await call(bare, 'a', signed(secret, 'a')),
      await call(newId('source'), 'a', signed(secret, 'a')),
      await call('not-an-id', 'a', gitHub(secret, 'a')),
    ];
    const [first] = refusals;
    expect(first).toMatchObject({ status: 401, code: 'invalid_signature' });
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(new Set([JSON.stringify(first)]));
    expect(await syncs(id)).toBe(1);
    parley.advance(61_000);
  });

  test('is limited: to signed requests a minute, and to wrong ones of an address', async () => {
    const { id, secret } = await hooked();
    const event = { id: 'the-same' };
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await call(id, '', signed(secret, '', event))).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    const wrong: unknown[] = [];
    for (let count = 0; count < 21; count += 1) wrong.push((await call(id, '', {})).code);
    expect(wrong.at(-1)).toBe('too_many_failed_attempts');
    parley.advance(61_000);
    expect((await call(id, '', signed(secret, '', event))).status).toBe(200);
  });

  test('accepts the old secret for some hours after a rotation, and none once it is deleted', async () => {
    const { id, secret: old } = await hooked();
    const { secret, hook } = await client.knowledgeSources.hook.rotate(id, { overlapHours: 2 });
    expect(hook).toMatchObject({ active: true });
    const statusOf = async (by: string) => (await call(id, 'x', signed(by, 'x'))).status;
    expect([await statusOf(old), await statusOf(secret)]).toEqual([200, 200]);
    parley.advance(2 * hour);
    expect([await statusOf(old), await statusOf(secret)]).toEqual([401, 200]);
    const newest = await client.knowledgeSources.hook.rotate(id, { overlapHours: 0 });
    expect([await statusOf(secret), await statusOf(newest.secret)]).toEqual([401, 200]);
    expect(await client.knowledgeSources.hook.delete(id)).toEqual({ message: 'Hook deleted.' });
    expect(await statusOf(newest.secret)).toBe(401);
    expect(await client.knowledgeSources.hook.retrieve(id)).toMatchObject({ active: false, createdAt: null });
    expect(await client.knowledgeSources.hook.delete(id)).toEqual({ message: 'Hook deleted.' });
  });

  test('is made once by two requests at the same moment, and by a repeated one', async () => {
    const { _id: id } = await client.knowledgeSources.create({ type: 'url', url: address });
    const both = await Promise.allSettled([1, 2].map(() => client.knowledgeSources.hook.rotate(id, {})));
    const codes = both.map((each) => (each.status === 'fulfilled' ? 'made' : each.reason.code));
    expect(['made', 'version_conflict']).toEqual(expect.arrayContaining(codes));
    const again = () => client.knowledgeSources.hook.rotate(id, {}, { idempotencyKey: `rotate ${id}` });
    expect((await again()).secret).toBe((await again()).secret);
  });

  test('doesn’t open the secret of another row, and goes with its source', async () => {
    const [one, other] = [await hooked(), await hooked()];
    const { query } = parley.db;
    const stolen = query.selectFrom('sync_hooks').select('secrets').where('source_id', '=', one.id);
    const set = query.updateTable('sync_hooks').set({ secrets: stolen }).where('source_id', '=', other.id);
    await parley.db.write([statement(set)]);
    expect((await call(other.id, '', signed(one.secret, ''))).status).toBe(500);
    await client.knowledgeSources.delete(one.id);
    expect((await call(one.id, '', signed(one.secret, ''))).status).toBe(401);
    await vi.waitFor(
      async () => {
        const rows = query.selectFrom('sync_hooks').select('source_id').where('source_id', '=', one.id);
        expect(await parley.db.read(rows)).toEqual([]);
      },
      { timeout: 30_000, interval: 25 },
    );
  });

  test('needs a source that others can change, and the permission to change it', async () => {
    const { _id: text } = await client.knowledgeSources.create({ type: 'text', name: 'T', text: 'T' });
    await expect(client.knowledgeSources.hook.rotate(text, {})).rejects.toMatchObject({
      status: 400,
      code: 'bad_request',
    });
    const { id } = await hooked();
    const reader = await owner.client(['agents:read']);
    expect(await reader.knowledgeSources.hook.retrieve(id)).not.toHaveProperty('secret');
    await expect(reader.knowledgeSources.hook.rotate(id, {})).rejects.toMatchObject({ status: 403 });
    await expect(reader.knowledgeSources.hook.delete(id)).rejects.toMatchObject({ status: 403 });
    const stranger = await (await parley.person()).client();
    const { hook } = stranger.knowledgeSources;
    for (const attempt of [() => hook.retrieve(id), () => hook.rotate(id, {}), () => hook.delete(id)])
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'knowledge_source_not_found' });
  });
});
