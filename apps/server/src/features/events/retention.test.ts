// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import { testJobs, until } from '../../../testing/jobs/jobs.ts';
import { forgetEvents } from '../../../testing/logged-events.ts';
import { positionAt } from '../../events/event-id.ts';
import { systemWorkspace } from '../../storage/jobs/kind.ts';
import { portion } from '../../storage/portion.ts';
import { statement } from '../../storage/unit.ts';
import { retention } from './retention.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(engines)('the retention of events, on %s', (engine) => {
  const parley = service(engine);

  test('deletes what is older than 90 days in batches, and nothing else', async () => {
    const { db } = parley;
    const { account } = await parley.person();
    const now = Date.now();
    await forgetEvents(db);
    const eventAt = (at: number) => ({
      ...{ account_id: account, workspace_id: null, type: 'agent.created', actor: '{}', data: '{}', changes: null },
      ...{ request_id: null, address: null, client: null, position: positionAt(at), created_at: at },
    });
    const old = Array.from({ length: 1_100 }, (_, index) => eventAt(now - 90 * day - 1_100 + index));
    const young = [eventAt(now - 90 * day + 1), eventAt(now - day), eventAt(now)];
    for (const rows of [old.slice(0, 600), old.slice(600), young]) {
      await db.write([statement(db.query.insertInto('event_log').values(rows))]);
    }

    const missed: number[] = [];
    const noteMissed = (of: string, through: number) => {
      expect(of).toBe(account);
      missed.push(through);
      return [];
    };
    const jobs = testJobs(db, { now: () => now, elapsed: () => performance.now() });
    const job = retention({ db, log: { expired: () => positionAt(now - 90 * day) }, missed: noteMissed });
    // Under another name: the service of this test runs the jobs of the right one.
    const kind = { ...job.kind, name: 'events.expired.test' };
    jobs.start([{ ...job, kind }], { schedules: false });
    await jobs.db.write([jobs.enqueue(systemWorkspace, { kind, payload: {} })]);
    await until(() => expect(jobs.ended().get(kind.name)?.done).toBe(1));

    expect(jobs.ended().get(kind.name)).toMatchObject({ failed: 0 });
    expect(jobs.ended().get(kind.name)?.continued).toBeGreaterThanOrEqual(Math.floor(1_100 / portion.rows));
    // Each batch is told to readers that hadn't come to it.
    expect(missed).toEqual(missed.toSorted((one, other) => one - other));
    expect(missed.at(-1)).toBe(old.at(-1)?.position);
    const left = await db.read(db.query.selectFrom('event_log').select('position').orderBy('position'));
    expect(left.map(({ position }) => Number(position))).toEqual(young.map(({ position }) => position));
  });
});
