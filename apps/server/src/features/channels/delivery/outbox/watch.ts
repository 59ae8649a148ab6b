import type { Database } from '../../../../storage/database.ts';
import type { UnitOfWork } from '../../../../storage/unit.ts';

/** Time in ms for which messages are gathered before one look for them. */
const gatherMs = 50;

/** Returns a database whose units of work are followed, a moment later, by a look for messages to deliver. */
export function createWatch(look: () => Promise<void>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isClosed = false;

  const soon = (): void => {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      running = running.then(look).catch(onError);
    }, gatherMs).unref();
  };

  return {
    watched: (db: Database): Database => ({
      ...db,
      write: async (unit: UnitOfWork) => {
        const outcomes = await db.write(unit);
        soon();
        return outcomes as never;
      },
    }),
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
