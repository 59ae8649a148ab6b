import type { Hours } from '../../hours/hours.ts';
import type { Belongings } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import { hoursEndpoints } from './routes.ts';
import { createWorkingHours, type HoursNeeds } from './service.ts';
import * as store from './store.ts';

/** Working hours of workspaces. */
export function hoursFeature(needs: HoursNeeds) {
  const { db } = needs;
  return {
    endpoints: hoursEndpoints(createWorkingHours(needs)),
    /** The hours of a workspace; undefined without any: then it is always open. */
    hoursOf: async (workspace: string): Promise<Hours | undefined> => (await store.find(db, workspace))?.hours,
    ofWorkspace: belongingsOf(db),
  };
}

/** The hours of a workspace, for its deletion. */
const belongingsOf = (db: Database): Belongings => ({
  next: async (workspace) =>
    (await store.find(db, workspace)) === undefined ? undefined : { statements: [store.remove(db, workspace)] },
});
