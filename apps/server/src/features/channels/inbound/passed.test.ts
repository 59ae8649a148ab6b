// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { raw } from '../../../../testing/databases/temp-database.ts';
import { service } from '../../../../testing/harness.ts';
import type { Attempt, JobEnd } from '../../../storage/jobs/kind.ts';
import { statement } from '../../../storage/unit.ts';
import { createInboundJobs, type InboundNeeds } from './jobs.ts';
import * as store from './store.ts';

const now = Date.now();

describe.each(engines)('a job whose event another job takes while its message is being stored, on %s', (engine) => {
  const parley = service(engine);
  const of = { workspace: '', channel: '' };
  beforeAll(async () => {
    const person = await parley.person();
    const client = await person.client();
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { _id: channel } = await client.channels.create(agent, { type: 'webhook' });
    Object.assign(of, { workspace: person.workspace, channel });
  });

  const nothing = () => statement(raw('update channel_events set error = null where 1 = 0'));

  /** Inserts two events of a thread, and runs its job; `meanwhile` happens when the message of the first one is sent. */
  const run = async (thread: string, meanwhile: (id: string) => Promise<unknown>) => {
    const { db } = parley;
    const [first = '', ...rest] = ['first', 'second'].map((name) => `${thread} ${name}`);
    const payload = JSON.stringify({ user: { id: 'ada' }, thread, text: 'Hello' });
    const unclaimed = { claimed_by: null, claimed_until: 0, state: 'pending', error: null };
    const event = (id: string, at: number) =>
      store.insert(db, of.workspace, {
        ...{ id, channel_id: of.channel, event_id: id, thread, payload, ...unclaimed },
        ...{ received_at: at, expires_at: now + 60_000 },
      });
    await db.write([event(first, now), ...rest.map((id) => event(id, now + 1))]);
    const enqueued: number[] = [];
    const needs: Partial<InboundNeeds> = {
      db,
      now: () => now,
      conversations: { findOpen: async () => undefined } as Partial<InboundNeeds['conversations']> as never,
      enqueue: (_workspace, { runAt = now }) => {
        enqueued.push(runAt - now);
        return nothing();
      },
      sendMessage: async (_actor, { along }) => {
        await meanwhile(first);
        await db.write(along);
        return 'conv';
      },
    };
    const [receive] = createInboundJobs(needs as InboundNeeds).jobs;
    const attempt: Partial<Attempt<store.EventThread>> = {
      ...{ id: `${thread} job`, workspace: of.workspace, payload: { channel: of.channel, thread }, now: () => now },
      ...{ guard: nothing, end: nothing },
    };
    const end = await receive?.handler(attempt as Attempt<unknown>);
    return { end: end as JobEnd<unknown>, enqueued };
  };

  test('goes on at once with the next event if that job has stored this one', async () => {
    const { db } = parley;
    const { end, enqueued } = await run('stored', async (id) => {
      await db.write([store.settle(db, of.workspace, { id, state: 'done', error: null })]);
    });
    expect(end).toEqual({ next: { channel: of.channel, thread: 'stored' } });
    expect(enqueued).toEqual([]);
  });

  test('looks again soon if that job has it and is at it', async () => {
    const { db } = parley;
    const other = { id: 'other', lease: 1, beat: 0, dedupe_key: 'other', error: null };
    const row = { workspace_id: of.workspace, kind: 'test.passed', payload: '{}', state: 'running', priority: 0 };
    const { end, enqueued } = await run('taken', async (id) => {
      await db.write([
        statement(db.query.insertInto('jobs').values({ ...other, ...row, run_at: now, created_at: now, attempts: 1 })),
        ...store.claim(db, of.workspace, { id, job: other.id, now, until: now + 60_000 }, () => new Error('taken')),
      ]);
    });
    expect(end.next).toBeUndefined();
    expect(enqueued).toEqual([500]);
  });
});
