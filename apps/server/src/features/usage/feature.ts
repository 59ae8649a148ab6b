import type { Belongings } from '../../storage/belongings.ts';
import { portion } from '../../storage/portion.ts';
import { usageEndpoints } from './routes.ts';
import { createUsage, type UsageNeeds } from './service.ts';
import * as store from './store.ts';

/** The requests of keys, counted by the hour. */
export function usageFeature(needs: UsageNeeds) {
  const usage = createUsage(needs);
  const { note, takeBack, jobs, close } = usage;
  const hoursOf = (of: store.HoursOf): Belongings => ({
    next: async (owner) => {
      const hours = await store.someHours(needs.db, { of, owner, limit: portion.rows });
      return hours.length === 0 ? undefined : { statements: [store.removeHours(needs.db, hours)] };
    },
  });
  return {
    endpoints: usageEndpoints(usage),
    note,
    takeBack,
    jobs,
    close,
    /** The counted requests of an account, or of the keys of a workspace or a person, for their deletion. */
    ofAccount: hoursOf('account_id'),
    ofWorkspace: hoursOf('workspace_id'),
    ofPerson: hoursOf('user_id'),
  };
}
