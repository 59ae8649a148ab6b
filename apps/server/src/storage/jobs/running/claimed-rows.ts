import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { type Condition, type Statement, statement } from '../../unit.ts';

/**
 * True if a row is free for another job: no job has taken it, or the job that has it doesn't run any more. Such a job
 * may never come back, because one with the same key replaces it.
 */
const isFree: Condition = sql`not exists
  (select 1 from jobs as holder where holder.id = claimed_by and holder.state = 'running')`;

/** The row that a job takes, and until when, in ms since 1970. */
export interface Claim {
  readonly id: string;
  readonly job: string;
  readonly now: number;
  readonly until: number;
}

/** True if a job may take a row, by the row's columns `claimed_by` and `claimed_until`. */
export const isClaimableBy = ({ job, now }: Pick<Claim, 'job' | 'now'>): Condition =>
  sql`(claimed_by = ${job} or claimed_until <= ${now} or ${isFree})`;

/**
 * Locks the row that a job takes. The statement after it then sees the job that has taken the row meanwhile as running;
 * one that itself waited for the lock would still see the jobs of before.
 */
export function lockClaimed(
  db: Database,
  table: 'channel_events' | 'channel_outbox',
  id: string,
): readonly Statement[] {
  if (db.engine === 'sqlite') return [];
  return [
    statement(sql<{ id: string }>`select id from ${sql.table(table)} where id = ${id} for update`.compile(db.query)),
  ];
}
