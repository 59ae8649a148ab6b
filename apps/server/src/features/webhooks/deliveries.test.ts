// @module-tag sql
import type { Parley, WebhookDelivery } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { deliveryRows } from '../../../testing/fixtures/webhooks.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { runSweep } from '../../../testing/jobs/sweeps.ts';
import { eventId, positionAt } from '../../events/event-id.ts';
import type { NewRow } from '../../storage/tables.ts';
import { statement } from '../../storage/unit.ts';

/** Longer than a loaded machine takes for all portions. */
const patient = { timeout: 60_000, interval: 25 };

describe.each(engines)('deliveries of webhooks, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_PLAN_QUOTAS: 'pro.webhooks=1000' } });
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person({ plan: 'pro' });
    client = await alice.client();
  });

  /** A disabled webhook with deliveries, by what differs from one that has succeeded. */
  const make = async (rows: readonly Partial<NewRow<'webhook_deliveries'>>[] = []): Promise<string> => {
    const { _id } = await client.webhooks.create({ url: 'https://1.1.1.1/', status: 'disabled' });
    if (rows.length > 0) {
      await parley.db.write([deliveryRows(parley.db, { workspace: alice.workspace, webhook: _id }, rows)]);
    }
    return _id;
  };
  const idsOf = (items: readonly WebhookDelivery[]) => items.map(({ _id }) => _id);
  const rowOf = async (id: string) => {
    const query = parley.db.query.selectFrom('webhooks').selectAll().where('id', '=', id);
    return (await parley.db.read(query))[0];
  };

  test('are listed newest first, with the event that each is of', async () => {
    const position = positionAt(parley.now());
    const failed = { state: 'failed', attempts: 10, status: 500, error: 'The receiver answered 500.', reply: 'Oops' };
    const id = await make([{ ...failed, event_position: position }, {}, { state: 'pending', due_at: 1_000 }]);
    const { items } = await client.webhooks.deliveries(id);
    expect(items.map(({ state, dueAt }) => [state, dueAt])).toEqual([
      ['pending', '1970-01-01T00:00:01.000Z'],
      ['succeeded', null],
      ['failed', null],
    ]);
    expect(items[2]).toEqual({
      ...{ _id: expect.stringMatching(/^whdel_/), webhook: id, event: eventId(alice.account, position) },
      ...{ type: 'agent.created', state: 'failed', replayed: false, attempts: 10, dueAt: null, status: 500 },
      ...{ latencyMs: 12, error: 'The receiver answered 500.', reply: 'Oops' },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    expect(await client.webhooks.retrieve(id)).toMatchObject({ pending: 1, caughtUp: false });
  });

  test('are listed in pages, by state and by type', async () => {
    const id = await make([{}, { state: 'failed' }, { type: 'agent.deleted' }, { state: 'failed' }]);
    const all = (await client.webhooks.deliveries(id)).items;
    const page = await client.webhooks.deliveries(id, { limit: 3, includeTotal: true });
    expect(page).toMatchObject({ total: 4 });
    const rest = await client.webhooks.deliveries(id, { limit: 3, cursor: page.nextCursor ?? '' });
    expect([...idsOf(page.items), ...idsOf(rest.items)]).toEqual(idsOf(all));
    const failed = await client.webhooks.deliveries(id, { state: 'failed' });
    expect(idsOf(failed.items)).toEqual([all[0]?._id, all[2]?._id]);
    const deleted = await client.webhooks.deliveries(id, { type: 'agent.deleted' });
    expect(idsOf(deleted.items)).toEqual([all[1]?._id]);
    const other = client.webhooks.deliveries(await make(), { limit: 3, cursor: page.nextCursor ?? '' });
    await expect(other).rejects.toMatchObject({ code: 'cursor_invalid' });
  });

  test('are sent again one by one', async () => {
    const id = await make([{ state: 'failed', attempts: 10 }]);
    const [delivery] = (await client.webhooks.deliveries(id)).items;
    await client.webhooks.redeliver(id, { deliveryId: delivery?._id ?? '' });
    const [again] = (await client.webhooks.deliveries(id)).items;
    expect(again).toMatchObject({ _id: delivery?._id, state: 'pending', attempts: 0, replayed: true });
    expect(again?.event).toBe(delivery?.event);
    const absent = { status: 404, code: 'webhook_delivery_not_found' };
    await expect(client.webhooks.redeliver(id, { deliveryId: 'whdel_unknown' })).rejects.toMatchObject(absent);
    const other = client.webhooks.redeliver(await make(), { deliveryId: delivery?._id ?? '' });
    await expect(other).rejects.toMatchObject(absent);
  });

  test('are sent again since a time, one range at once', async () => {
    const id = await make();
    const since = new Date(parley.now() - 60_000).toISOString();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        client.webhooks.redeliver(id, { since }).then(
          () => 'accepted',
          ({ code }: { readonly code: string }) => code,
        ),
      ),
    );
    expect(answers.sort()).toEqual(['accepted', ...Array(3).fill('webhook_redelivery_in_progress')]);
    const row = await rowOf(id);
    expect(Number(row?.resend_after)).toBe(positionAt(Date.parse(since)) - 1);
    expect(Number(row?.resend_through)).toBeGreaterThan(Number(row?.resend_after));
    expect((await client.webhooks.retrieve(id)).caughtUp).toBe(false);
  });

  test.each([
    ['neither', {}],
    ['both', { deliveryId: 'whdel_1', since: '2026-01-01T00:00:00Z' }],
    ['a time in the future', { since: '2999-01-01T00:00:00Z' }],
  ])('are refused to be sent again with %s', async (_case, body) => {
    const refused = { status: 400, code: 'validation_failed' };
    await expect(client.webhooks.redeliver(await make(), body)).rejects.toMatchObject(refused);
  });

  test('that wait are due at once, with all attempts, if the webhook is enabled or has another address', async () => {
    const id = await make([{ state: 'pending', attempts: 7, due_at: parley.now() + 1_000_000 }, { attempts: 7 }]);
    await client.webhooks.update(id, { description: 'The same address' });
    const attempts = async () => (await client.webhooks.deliveries(id)).items.map((item) => item.attempts);
    expect(await attempts()).toEqual([7, 7]);
    await client.webhooks.update(id, { url: 'https://1.0.0.1/' });
    expect(await attempts()).toEqual([7, 0]);
    const [, waiting] = (await client.webhooks.deliveries(id)).items;
    expect(Date.parse(waiting?.dueAt ?? '')).toBeLessThanOrEqual(parley.now());
  });

  test('are deleted with their webhook, however many, and nothing of it can be read meanwhile', async () => {
    const id = await make(Array.from({ length: 450 }, () => ({})));
    await client.webhooks.delete(id);
    await expect(client.webhooks.retrieve(id)).rejects.toMatchObject({ code: 'webhook_not_found' });
    await expect(client.webhooks.deliveries(id)).rejects.toMatchObject({ code: 'webhook_not_found' });
    const left = () =>
      parley.db.read(parley.db.query.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', id));
    await vi.waitFor(async () => expect([await rowOf(id), ...(await left())]).toEqual([undefined]), patient);
  });

  test('are deleted with their webhook, even if the job of its deletion was lost', async () => {
    const { db } = parley;
    const [hidden, kept] = [await make([{}, {}]), await make([{}])];
    const deleted = db.query.updateTable('webhooks').set({ deleted_at: parley.now() }).where('id', '=', hidden);
    await db.write([statement(deleted)]);
    await runSweep(parley, 'webhooks.leftovers');
    await vi.waitFor(async () => expect(await rowOf(hidden)).toBeUndefined(), patient);
    expect((await client.webhooks.deliveries(kept)).items).toHaveLength(1);
  });
});
