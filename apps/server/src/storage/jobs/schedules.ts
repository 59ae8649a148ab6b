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
  readonly kind: string;
  readonly pattern: string;
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
  // By name, so that no two processes wait for each other's rows.
  const scheduled = jobs
    .flatMap((job): Scheduled[] =>
      job.schedule === undefined ? [] : [{ job, kind: job.kind.name, pattern: job.schedule.pattern, next: undefined }],
    )
    .sort((one, other) => (one.kind < other.kind ? -1 : 1));

  /**
   * Stores the next slot of a kind that has none yet, or whose pattern has changed. A slot beyond the next two was
   * stored before the clock was set back: waiting for it would skip all until then.
   */
  const settle = ({ kind, pattern }: Scheduled): Statement => {
    const [next, following] = slotsAfter(pattern, now(), 2);
    const row = { kind, pattern, next_at: next };
    const isWrong = sql<boolean>`job_schedules.pattern <> excluded.pattern
      or job_schedules.next_at > cast(${following} as bigint)`;
    return statement(
      db.query
        .insertInto('job_schedules')
        .values(row)
        .onConflict((conflict) => conflict.column('kind').doUpdateSet(row).where(isWrong)),
    );
  };

  const use = async (each: Scheduled): Promise<void> => {
    const time = now();
    const [next] = slotsAfter(each.pattern, time, 1);
    const move = db.query
      .updateTable('job_schedules')
      .set({ next_at: next })
      .where('kind', '=', each.kind)
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

  /** Stores what is missing or wrong, and reads the next slots: some may have passed while no process ran. */
  const readNext = async (unknown: readonly Scheduled[]): Promise<void> => {
    await db.write(unknown.map(settle));
    const stored = await db.read(db.query.selectFrom('job_schedules').select(['kind', 'next_at']));
    const nextOf = new Map(stored.map(({ kind, next_at }) => [kind, Number(next_at)]));
    for (const each of unknown) each.next = nextOf.get(each.kind);
  };

  return {
    /** Uses every slot that is due. Returns when the next one is, in ms since 1970. */
    tick: async ({ clockWasSetBack = false } = {}): Promise<number> => {
      const time = now();
      const unknown = scheduled.filter(({ next }) => next === undefined || clockWasSetBack);
      if (unknown.length > 0) await readNext(unknown);
      for (const each of scheduled) if (each.next !== undefined && each.next <= time) await use(each);
      return Math.min(...scheduled.map(({ next }) => next ?? time), Number.MAX_SAFE_INTEGER);
    },
  };
}

/** The next slots of a pattern. A `Cron` has an array of 10,000 years, so none is kept. */
function slotsAfter(pattern: string, time: number, count: number) {
  const slots = new Cron(pattern, { timezone: 'UTC', paused: true }).nextRuns(count, new Date(time));
  const [next = Number.MAX_SAFE_INTEGER, following = Number.MAX_SAFE_INTEGER] = slots.map((slot) => slot.getTime());
  return [next, following] as const;
}
