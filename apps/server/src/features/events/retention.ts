import type { Database } from '../../storage/database.ts';
import type { Job } from '../../storage/jobs/kind.ts';
import { sweep } from '../../storage/jobs/sweep.ts';
import { portion } from '../../storage/portion.ts';
import * as store from './store.ts';

/** Retention of events, in ms: 90 days. */
const retentionMs = 90 * 24 * 60 * 60 * 1000;

/** The job that deletes events past their retention, the oldest first, so that what is left has no gaps. */
export const retention = (db: Database): Job =>
  sweep({
    name: 'events.expired',
    pattern: '20 * * * *',
    find: async (now) => {
      const oldest = await store.oldest(db, portion.rows);
      const young = oldest.findIndex(({ createdAt }) => Number(createdAt) > now - retentionMs);
      return young === -1 ? oldest : oldest.slice(0, young);
    },
    remove: (ids) => store.removeAll(db, ids),
  });
