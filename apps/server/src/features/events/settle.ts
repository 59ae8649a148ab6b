import type { Database } from '../../storage/database.ts';
import * as arrivals from './append-store.ts';

/** Moves events into the log. */
export interface Settling {
  /** Resolves once every event that was committed before the call has its position. */
  settle(): Promise<void>;
}

/**
 * Moves the events that have arrived into the log of their account, in one unit at a time of all processes, and in the
 * order of their inserts. An event that is inserted after another one of the same object was committed has a later
 * `seq`, and is seen no earlier: so positions follow the order of the commits of each object, and once one is seen, no
 * lower one comes. Writers of PostgreSQL take no lock for it, and on SQLite they change one page at the end of a table.
 */
export function createSettling({ db, now }: { readonly db: Database; readonly now: () => number }): Settling {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const move = async () => {
    while (await arrivals.any(db)) {
      const { moved } = await db.write(arrivals.moving(db, now()));
      if (moved.changed < arrivals.portionOf(db)) return;
    }
  };
  const start = () => {
    running = move().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    // A move that already runs may have looked before the caller's events were committed: wait for the next one.
    settle: () => {
      if (running === undefined) return start();
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined;
          return start();
        });
      return next;
    },
  };
}
