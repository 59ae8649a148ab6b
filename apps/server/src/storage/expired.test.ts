// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../testing/databases/engines.ts';
import { service } from '../../testing/harness.ts';
import { testJobs, until } from '../../testing/jobs/jobs.ts';
import { expiry } from './expired.ts';
import { systemWorkspace } from './jobs/kind.ts';
import { portion } from './portion.ts';
import { statement } from './unit.ts';

const row = (index: number, expires: number) => ({
  ...{ id: `key ${index} of ${expires}`, fingerprint: '', status: 200, answer: '', headers: '{}' },
  expires_at: expires,
});

describe.each(engines)('expired rows, on %s', (engine) => {
  const parley = service(engine);

  /** Runs the job of a table at a time, without the service's own jobs. */
  const expire = async (table: 'idempotency_keys' | 'invitations', at: number) => {
    const { db } = parley;
    const jobs = testJobs(db, { now: () => at, elapsed: () => performance.now() });
    const job = expiry(db, table);
    // Under another name: the service of this test runs the jobs of the right one.
    const kind = { ...job.kind, name: `${table}.${at}` };
    jobs.start([{ ...job, kind }], { schedules: false });
    await jobs.db.write([jobs.enqueue(systemWorkspace, { kind, payload: {} })]);
    await until(() => expect(jobs.ended().get(kind.name)?.done).toBe(1));
    return jobs.ended().get(kind.name);
  };

  test('are deleted in batches, one unit of work each, and no other rows are', async () => {
    const { db } = parley;
    const rows = [
      ...Array.from({ length: 1_600 }, (_, index) => row(index, 1_000)),
      ...Array.from({ length: 3 }, (_, index) => row(index, 1_001)),
    ];
    for (let from = 0; from < rows.length; from += 200) {
      await db.write([statement(db.query.insertInto('idempotency_keys').values(rows.slice(from, from + 200)))]);
    }
    expect(await expire('idempotency_keys', 1_000)).toMatchObject({
      continued: 1_600 / portion.rows,
      done: 1,
      failed: 0,
    });
    const left = await db.read(db.query.selectFrom('idempotency_keys').select('expires_at'));
    expect(left.map(({ expires_at: expires }) => Number(expires))).toEqual([1_001, 1_001, 1_001]);
  });

  test('include invitations', async () => {
    const alice = await parley.person();
    const { invitations } = (await alice.session()).workspaces;
    const invite = (email: string) => invitations.create(alice.workspace, { email, role: 'viewer' });
    const [early, late] = [await invite('early@example.com'), await invite('late@example.com')];
    const end = Date.parse(early.expiresAt);
    const { db } = parley;
    await db.write([
      statement(
        db.query
          .updateTable('invitations')
          .set({ expires_at: end + 1 })
          .where('id', '=', late._id),
      ),
    ]);
    await expire('invitations', end);
    const left = await db.read(db.query.selectFrom('invitations').select('id'));
    expect(left).toEqual([{ id: late._id }]);
  });
});
