// @module-tag sql
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../testing/databases/migrated-database.ts';
import { testClock } from '../../../../testing/jobs/jobs.ts';
import { startWebhookServer } from '../../../../testing/servers/webhook-server.ts';
import {
  addWebhook,
  addWorkspace,
  changeWebhook,
  conversations,
  deliveriesOf,
  startDelivering,
  until,
  webhookOf,
} from '../../../../testing/webhooks/delivering.ts';
import { eventId, perMs } from '../../../events/event-id.ts';
import { createIdSource } from '../../../ids.ts';
import type { Database } from '../../../storage/database.ts';
import { portion } from '../../../storage/portion.ts';
import type { WebhookDeliveryRow } from '../../../storage/tables.ts';
import { type Statement, statement } from '../../../storage/unit.ts';
import { find } from '../store.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(engines)('deliveries past their time, on %s', (engine) => {
  const database = databaseOf(engine);

  /** A database that counts the rows of each unit that deletes deliveries. */
  function countingDeletes(db: Database) {
    const deletes: number[] = [];
    const counting: Database = {
      ...db,
      write: async (unit) => {
        const outcomes = await db.write(unit);
        const statements = Object.values(unit) as (Statement | undefined)[];
        const results = Object.values(outcomes) as { readonly changed: number }[];
        for (const [index, each] of statements.entries()) {
          if (each?.sql.startsWith('delete from "webhook_deliveries"')) deletes.push(results[index]?.changed ?? 0);
        }
        return outcomes;
      },
    };
    return { counting, deletes };
  }

  test('are deleted in portions after 30 days, unless they are pending', async () => {
    const clock = testClock();
    const { counting, deletes } = countingDeletes(database());
    const process = startDelivering(counting, { hosts: [], clock });
    const workspace = await addWorkspace(counting);
    const webhook = await addWebhook(counting, workspace, { url: 'http://127.0.0.1:9/', status: 'disabled' });
    const began = clock.now();
    const deliveriesAt = (at: number, count: number, columns: Partial<WebhookDeliveryRow>) => {
      const newId = createIdSource(() => at);
      return Array.from(
        { length: count },
        (_, index): WebhookDeliveryRow => ({
          ...{ id: newId('webhookDelivery'), workspace_id: workspace, webhook_id: webhook, event_position: index + 1 },
          ...{ type: 'agent.created', line: '', state: 'succeeded', replayed: 0, attempts: 1, due_at: at, status: 204 },
          ...{ latency_ms: 1, error: null, reply: null, created_at: at, updated_at: at, ...columns },
        }),
      );
    };
    const hour = day / 24;
    const old = 2 * portion.rows + 10;
    const kept = [
      ...deliveriesAt(began, 3, { state: 'pending' }),
      ...deliveriesAt(began + 2 * hour, 3, {}),
      ...deliveriesAt(began + 29 * day, 1, { state: 'failed' }),
    ];
    const all = [
      ...deliveriesAt(began - day, old - 5, {}),
      ...deliveriesAt(began, 5, { state: 'failed', status: 500, error: 'The receiver answered 500.' }),
      ...kept,
    ];
    for (let from = 0; from < all.length; from += 100) {
      const rows = all.slice(from, from + 100);
      await counting.write([statement(counting.query.insertInto('webhook_deliveries').values(rows))]);
    }

    clock.pass(30 * day + hour);
    await process.sweep('webhooks.deliveries-old');
    const left = (await deliveriesOf(counting, webhook)).map(({ id }) => id).sort();
    expect(left).toEqual(kept.map(({ id }) => id).sort());
    expect(deletes.filter((count) => count > 0)).toEqual([portion.rows, portion.rows, 10]);
    expect(process.jobs.errors).toEqual([]);
  });

  /** A webhook with a receiver; time passes, and the log forgets. */
  async function setUp() {
    const db = database();
    const clock = testClock();
    const receiver = await startWebhookServer();
    onTestFinished(receiver.close);
    const workspace = await addWorkspace(db);
    const process = startDelivering(db, { hosts: [new URL(receiver.url).host], clock });
    const account = (await process.log.accountOf(workspace)) ?? '';
    const happened = async () =>
      (await process.log.after({ account }, 0, 10_000)).events.map(({ position }) => Number(position));
    /** Lets days pass, once the log has everything: an event's position isn't before the time at which it gets it. */
    const pass = async (days: number) => {
      await process.log.settle();
      clock.pass(days * day);
    };
    const ids = (positions: readonly number[]) => positions.map((position) => eventId(account, position));
    /** Enables a webhook, as its API does. */
    const enable = async (webhook: string) => {
      const through = await process.log.last(account);
      await changeWebhook(db, webhook, { status: 'enabled', failing_since: null, replay_through: through });
      await process.soon(workspace, webhook);
    };
    return { db, receiver, workspace, process, happened, ids, pass, enable };
  }

  test('a webhook whose place is before the oldest event goes on with that one', async () => {
    const { db, receiver, workspace, process, happened, ids, pass, enable } = await setUp();
    const webhook = await addWebhook(db, workspace, { url: receiver.url, status: 'disabled' });
    await process.happen(workspace, conversations(20));
    const place = (await happened())[9] ?? 0;
    await changeWebhook(db, webhook, { position: place });
    await pass(50);
    await process.happen(workspace, conversations(66));
    await pass(41);
    const all = await happened();
    const young = all.slice(20);
    const [current, deleted] = await Promise.all([
      addWebhook(db, workspace, { url: receiver.url, status: 'disabled', position: all[19] ?? 0 }),
      addWebhook(db, workspace, { url: receiver.url, status: 'disabled', deleted_at: 1 }),
    ]);
    await process.sweep('events.expired');
    expect(await happened()).toEqual(young);
    const missedThrough = new Date(Math.floor((all[19] ?? 0) / perMs)).toISOString();
    expect(JSON.parse((await find(db, [workspace], webhook))?.json ?? '')).toMatchObject({ missedThrough });
    expect(await webhookOf(db, current)).toMatchObject({ missed_through: null });
    expect(await webhookOf(db, deleted)).toMatchObject({ missed_through: null });

    await enable(webhook);
    await until(async () => expect((await deliveriesOf(db, webhook)).length).toBe(66));
    await process.happen(workspace, conversations(1));
    await until(() => expect(receiver.delivered).toHaveLength(67));
    expect(receiver.delivered.map(({ id }) => id)).toEqual(ids(await happened()));
    const marked = receiver.delivered.map(({ headers }) => headers['webhook-replayed']);
    expect(marked).toEqual([...Array(66).fill('true'), undefined]);
    expect(process.jobs.errors).toEqual([]);
  });

  test('a webhook whose log is empty waits for what comes', async () => {
    const { db, receiver, workspace, process, happened, ids, pass, enable } = await setUp();
    const webhook = await addWebhook(db, workspace, { url: receiver.url, status: 'disabled' });
    await process.happen(workspace, conversations(3));
    await pass(91);
    await process.sweep('events.expired');
    expect(await happened()).toEqual([]);

    await enable(webhook);
    await until(async () => expect(Number((await webhookOf(db, webhook)).position)).toBeGreaterThan(0));
    await process.happen(workspace, conversations(2));
    await until(() => expect(receiver.delivered).toHaveLength(2));
    expect(receiver.delivered.map(({ id }) => id).sort()).toEqual(ids(await happened()).sort());
    expect(receiver.delivered.map(({ headers }) => headers['webhook-replayed'])).toEqual([undefined, undefined]);
    expect(process.jobs.errors).toEqual([]);
  });

  test('a pending delivery whose event is no longer kept fails, and holds up nothing', async () => {
    const { db, receiver, workspace, process, happened, ids, pass, enable } = await setUp();
    const webhook = await addWebhook(db, workspace, { url: receiver.url });
    receiver.answers((_request, response) => void response.writeHead(410).end());
    const [one = ''] = conversations(1);
    await process.happen(workspace, [one, one]);
    await until(async () => expect((await webhookOf(db, webhook)).disabled_reason).toBe('gone'));
    await pass(91);
    await process.happen(workspace, [one]);
    await process.sweep('events.expired');
    receiver.delivered.length = 0;
    receiver.answers((_request, response) => void response.writeHead(204).end());

    await enable(webhook);
    await until(() => expect(receiver.delivered).toHaveLength(1));
    // The event of its disabling is as old as the two.
    const [young] = await happened();
    expect(receiver.delivered.map(({ id }) => id)).toEqual(ids([young ?? 0]));
    await until(async () => {
      const rows = await deliveriesOf(db, webhook);
      expect(rows.map(({ state, error }) => [state, error])).toEqual([
        ['failed', 'The event is no longer kept.'],
        ['failed', 'The event is no longer kept.'],
        ['succeeded', null],
      ]);
    });
    expect(process.jobs.errors).toEqual([]);
  });
});
