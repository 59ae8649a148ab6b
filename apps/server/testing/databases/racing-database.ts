import type { Database } from '../../src/storage/database.ts';

/** A database that runs a hook once, just before the first unit of work is written through it. */
export function racingWrite(db: Database, meanwhile: () => Promise<unknown>): Database {
  const once = onlyOnce(meanwhile);
  return {
    ...db,
    write: async (unit) => {
      await once();
      return db.write(unit);
    },
  };
}

/** Runs the hook once, just after the first read. */
export function racingRead(db: Database, meanwhile: () => Promise<unknown>): Database {
  const once = onlyOnce(meanwhile);
  return {
    ...db,
    read: async (query) => {
      const rows = await db.read(query);
      await once();
      return rows;
    },
  };
}

function onlyOnce(meanwhile: () => Promise<unknown>) {
  let happened = false;
  return async () => {
    if (happened) return;
    happened = true;
    await meanwhile();
  };
}
