import type { Database } from '../../../../storage/database.ts';
import type { Outcomes, UnitOfWork } from '../../../../storage/unit.ts';

/**
 * The triggers of `messages` that queue each message that has ended, in its own unit of work, by the table that they
 * fill: what channels deliver, and what is indexed for searches. A message ends when it is inserted whole, or when its
 * status changes from `streaming`. Decision 0066 says why triggers do it.
 */
export const queuedByTriggers = {
  channel_outbox: ['channel_outbox_added', 'channel_outbox_ended'],
  messages_to_index: ['messages_to_index_added', 'messages_to_index_ended'],
} as const;

/** Wakes what works off the queues. If a process dies before it does, their schedules find what is left. */
export interface EndedQueues {
  /** Looks for messages to deliver, a moment later. */
  deliverSoon(): void;
  /** Looks for messages to index, a moment later. */
  indexSoon(): void;
}

/** Starts the work on both queues. */
export function wakeQueues({ deliverSoon, indexSoon }: EndedQueues): void {
  deliverSoon();
  indexSoon();
}

/** Dependencies of a unit of work in which messages end. */
export interface EndedNeeds {
  readonly db: Database;
  readonly queues: EndedQueues;
}

/**
 * Writes a unit of work in which messages end: the only way to do so. `queuedByTriggers` queues their delivery and
 * indexing in the same unit, which this function starts once the unit is committed.
 */
export async function writeEnded<const Unit extends UnitOfWork>(
  { db, queues }: EndedNeeds,
  unit: Unit,
): Promise<Outcomes<Unit>> {
  const outcomes = await db.write(unit);
  wakeQueues(queues);
  return outcomes;
}
