import { Cron } from 'croner';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { one, type Statement, statement } from '../unit.ts';
import { type Job, systemWorkspace } from './kind.ts';
import type { Enqueue } from './queue.ts';

/** The deduplication key of scheduled jobs: if one is still queued at the next slot, there is no second. */
const key = 'schedule';

/** Dependencies of schedules. */
export interface ScheduleNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly enqueue: Enqueue;
  readonly jobs: readonly Job[];
}

interface Scheduled {
  readonly job: Job;
  readonly pattern: string;
  readonly slots: Cron;
  /** The next slot as far as this process knows, in ms since 1970; undefined until it is read. */
  next: number | undefined;
}

/** Another process has enqueued the job of this slot. */
class SlotTaken extends Error {}

/**
 * Creates the schedules. The next slot of each kind is a row. The process that moves it on enqueues the job in the same
 * unit of work. So each slot is used once, by the process that comes first. Slots are in UTC.
 */
export function createSchedules({ db, now, enqueue, jobs }: ScheduleNeeds) {
  const scheduled = jobs.flatMap((job): Scheduled[] => {
    if (job.schedule === undefined) return [];
    const { pattern } = job.schedule;
    return [{ job, pattern, slots: new Cron(pattern, { timezone: 'UTC', paused: true }), next: undefined }];
  });

  const slotAfter = ({ slots }: Scheduled, time: number): number =>
    slots.nextRun(new Date(time))?.getTime() ?? Number.MAX_SAFE_INTEGER;

  /**
   * Stores the next slot of a kind that has none yet, or whose pattern has changed. A slot beyond the next two was
   * stored before the clock was set back: waiting for it would skip all until then.
   */
  const settle = (each: Scheduled): Statement => {
    const next = slotAfter(each, now());
    const row = { kind: each.job.kind.name, pattern: each.pattern, next_at: next };
    const isWrong = sql<boolean>`job_schedules.pattern <> excluded.pattern
      or job_schedules.next_at > cast(${slotAfter(each, next)} as bigint)`;
    return statement(
      db.query
        .insertInto('job_schedules')
        .values(row)
        .onConflict((conflict) => conflict.column('kind').doUpdateSet(row).where(isWrong)),
    );
  };

  const use = async (each: Scheduled): Promise<void> => {
    const time = now();
    const next = slotAfter(each, time);
    const move = db.query
      .updateTable('job_schedules')
      .set({ next_at: next })
      .where('kind', '=', each.job.kind.name)
      .where('next_at', '<=', time);
    try {
      await db.write({
        moved: one(move, () => new SlotTaken()),
        job: enqueue(systemWorkspace, { kind: each.job.kind, payload: each.job.schedule?.payload, key }),
      });
    } catch (error) {
      if (!(error instanceof SlotTaken)) throw error;
    }
    each.next = next;
  };

  return {
    /** Uses every slot that is due. Returns when the next one is, in ms since 1970. */
    tick: async ({ clockWasSetBack = false } = {}): Promise<number> => {
      const time = now();
      for (const each of scheduled) {
        if (each.next === undefined || clockWasSetBack) {
          await db.write({ settled: settle(each) });
          // Also at the start: its slot may have passed while no process ran.
          await use(each);
        } else if (each.next <= time) await use(each);
      }
      return Math.min(...scheduled.map(({ next }) => next ?? time), Number.MAX_SAFE_INTEGER);
    },
  };
}
