import type { ScanOf } from '../../storage/scans/scan-queue.ts';
import { withScans } from '../../storage/scans/with-scans.ts';
import { readActivity } from './activity-store.ts';
import { statisticsEndpoints } from './routes.ts';
import { createStatistics, type StatisticsNeeds } from './service.ts';

/** What conversations and messages amount to: by day, and by agent. */
export const statisticsFeature = (needs: StatisticsNeeds) => ({
  endpoints: statisticsEndpoints(createStatistics(needs)),
  /** Reads the use of agents, for their list. */
  readActivity: (agents: readonly string[], reach: readonly string[], scan: ScanOf) =>
    readActivity(withScans(needs.db, scan), { agents, reach, now: needs.now() }),
});
