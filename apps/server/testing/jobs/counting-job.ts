import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../../src/storage/database.ts';
import { type Job, job } from '../../src/storage/jobs/kind.ts';
import { type Statement, statement } from '../../src/storage/unit.ts';

/** The kind of a job that counts each of its batches in a row, so that an effect that shows twice is seen. */
export const counting = {
  name: 'test.counting',
  payload: Type.Object({ name: Type.String(), left: Type.Integer() }),
  timeoutMs: 60_000,
  concurrency: 16,
  // Each kill of its process counts as an attempt.
  attempts: 1_000,
} as const;

/** The row in which a job counts. */
export const counter = (db: Database, name: string): Statement =>
  statement(db.query.insertInto('settings').values({ name: `count ${name}`, value: '0' }));

/** The counting job. */
export const countingJob = (db: Database, onDone: () => void): Job =>
  job(counting, async ({ payload: { name, left } }) => {
    await wait(5);
    const count = sql<string>`cast(cast(value as integer) + 1 as text)`;
    const effect = [
      statement(db.query.updateTable('settings').set({ value: count }).where('name', '=', `count ${name}`)),
    ];
    onDone();
    return left > 1 ? { effect, next: { name, left: left - 1 } } : { effect };
  });

/** Returns the number of rows by count. */
export async function counts(db: Database): Promise<Record<string, number>> {
  const rows = await db.read(db.query.selectFrom('settings').select('value').where('name', 'like', 'count %'));
  const found: Record<string, number> = {};
  for (const { value } of rows) found[value] = (found[value] ?? 0) + 1;
  return found;
}
