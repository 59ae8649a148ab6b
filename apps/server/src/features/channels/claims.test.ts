// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import { deliveryRow } from '../../../testing/messengers/channel-rows.ts';
import { type Statement, statement } from '../../storage/unit.ts';
import * as deliveries from './delivery/outbox/store.ts';
import * as events from './inbound/store.ts';

const now = Date.now();
const later = now + 60_000;
const untaken = () => new Error('taken');

describe.each(engines)('what a job of a channel has taken, on %s', (engine) => {
  const parley = service(engine);
  const of = { workspace: '', channel: '', conversation: '', message: '' };
  beforeAll(async () => {
    const person = await parley.person();
    const client = await person.client();
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { _id: channel } = await client.channels.create(agent, { type: 'webhook' });
    const { conversation, reply } = await client.agents.chat(agent, { content: 'Hello' });
    Object.assign(of, { workspace: person.workspace, channel, conversation: conversation._id, message: reply?._id });
  });

  const insertJob = (id: string): Statement =>
    statement(
      parley.db.query.insertInto('jobs').values({
        ...{ id, workspace_id: of.workspace, kind: 'test.claims', payload: '{}', state: 'running', priority: 0 },
        ...{ run_at: now, created_at: now, attempts: 1, lease: 1, beat: 0, dedupe_key: id, error: null },
      }),
    );
  const requeue = (id: string): Statement =>
    statement(parley.db.query.updateTable('jobs').set({ state: 'waiting' }).where('id', '=', id));

  const taken = (job: string) => ({ state: 'pending', claimed_by: job, claimed_until: later });
  const event = (id: string, job: string): Statement =>
    events.insert(parley.db, of.workspace, {
      ...{ id, channel_id: of.channel, event_id: id, thread: 'thread', payload: '{}', error: null },
      ...{ ...taken(job), received_at: now, expires_at: later },
    });
  const delivery = (_: string, job: string): Statement =>
    statement(parley.db.query.insertInto('channel_outbox').values({ ...deliveryRow(of, 'sent'), ...taken(job) }));

  test.each([
    { what: 'event', idOf: () => 'event', insert: event, claim: events.claim },
    { what: 'delivery', idOf: () => of.message, insert: delivery, claim: deliveries.claim },
  ])('$what is another job’s as soon as that job doesn’t run any more', async ({ what, idOf, insert, claim }) => {
    const { db } = parley;
    const id = idOf();
    const [first, second] = [`${what} first`, `${what} second`];
    const take = async (job: string) => {
      await db.write(claim(db, of.workspace, { id, job, now, until: later }, untaken));
    };
    await db.write([insertJob(first), insertJob(second), insert(id, first)]);
    await expect(take(second)).rejects.toThrow('taken');
    await take(first);
    await db.write([requeue(first)]);
    await take(second);
    await expect(take(first)).rejects.toThrow('taken');
  });

  test('an event is noted as handled by one job, and not while another one has it', async () => {
    const { db } = parley;
    const [first, second, id] = ['complete first', 'complete second', 'complete event'];
    const complete = (job: string) =>
      db.write(events.complete(db, of.workspace, { id, job, now, isKept: false }, untaken));
    await db.write([insertJob(first), insertJob(second), event(id, first)]);
    await expect(complete(second)).rejects.toThrow('taken');
    await complete(first);
    await expect(complete(first)).rejects.toThrow('taken');
    const row = db.query.selectFrom('channel_events').select(['state', 'payload']).where('id', '=', id);
    expect(await db.read(row)).toEqual([{ state: 'done', payload: '' }]);
  });

  test('a delivery that has changed since it was read isn’t taken', async () => {
    const { db } = parley;
    const job = 'since';
    const set = { ...taken(job), attempts: 1, updated_at: now };
    const change = db.query.updateTable('channel_outbox').set(set).where('id', '=', of.message);
    await db.write([insertJob(job), statement(change)]);
    const take = (since: { attempts: number; updatedAt: number }) =>
      db.write(deliveries.claim(db, of.workspace, { id: of.message, job, now: later, until: later, since }, untaken));
    await expect(take({ attempts: 0, updatedAt: now })).rejects.toThrow('taken');
    await expect(take({ attempts: 1, updatedAt: now - 1 })).rejects.toThrow('taken');
    await take({ attempts: 1, updatedAt: now });
  });
});
