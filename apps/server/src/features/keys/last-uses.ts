import { createBatched } from '../../storage/batched.ts';
import type { Database } from '../../storage/database.ts';
import * as store from './store.ts';

/** Interval between writes of the last uses of keys, in ms. */
const flushInterval = 30_000;

/** Collects the last uses of keys and writes them in batches. */
export const createKeyUses = (db: Database, onError: (error: unknown) => void) =>
  createBatched<number>(db, { interval: flushInterval, statements: (uses) => store.noteUses(db, uses), onError });
