// @module-tag sql
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../testing/databases/migrated-database.ts';
import { gate, rowsOf, testJob, testJobs, testKind, until } from '../../../../testing/jobs/jobs.ts';
import type { Database } from '../../database.ts';

/**
 * A database that ends each claim that begins during an attempt only after that attempt, and lets no poll look for jobs
 * after the first claim.
 */
function lateClaims(db: Database) {
  let claimed: ReturnType<typeof gate> | undefined;
  let ended = gate();
  const polls = gate();
  const isClaim = (unit: object) => 'found' in unit;
  const late: Database = {
    ...db,
    read: async (query) => {
      if (claimed !== undefined) await polls.opened;
      return db.read(query);
    },
    write: async (unit) => {
      const during = isClaim(unit) ? claimed : undefined;
      during?.open();
      const outcomes = await db.write(unit);
      if (during !== undefined) await ended.opened;
      if (isClaim(unit) && JSON.stringify(outcomes).includes('"lease"')) {
        claimed = gate();
        ended = gate();
      }
      // Later than all that the worker does when an attempt has ended.
      if (Array.isArray(unit)) setImmediate(ended.open);
      return outcomes;
    },
  };
  return { db: late, claimBegins: async () => claimed?.opened, polls };
}

describe.each(engines)('a job that continues, on %s', (engine) => {
  const database = databaseOf(engine);

  test('is claimed again at once, even if a claim was under way that found its workspace busy', async () => {
    const { db, claimBegins, polls } = lateClaims(database());
    const kind = testKind({ perAccount: 1 });
    const jobs = testJobs(db);
    let runs = 0;
    const handler = testJob(kind, async ({ payload }) => {
      runs += 1;
      // Nothing is enqueued, but the worker looks.
      await jobs.db.write({ none: jobs.enqueue('ws_1', { kind, payload, when: sql`1 = 0` }) });
      await claimBegins();
      return runs < 5 ? { next: payload } : {};
    });
    try {
      jobs.start([handler], { schedules: false });
      await jobs.db.write([jobs.enqueue('ws_1', { kind, payload: { name: 'long' } })]);
      await until(() => expect(runs).toBe(5));
      await until(async () => expect(await rowsOf(database(), kind)).toEqual([]));
    } finally {
      polls.open();
    }
  });
});
