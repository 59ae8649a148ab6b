import type { Belongings } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import type { ScanOf } from '../../storage/scan-queue.ts';
import { scanning } from '../../storage/scans.ts';
import * as store from './store.ts';

/** Channels. So far they are only deleted with their agent. */
export const channelsFeature = ({ db }: { readonly db: Database }) => ({
  endpoints: [],
  /** The channels of an agent, for its deletion. */
  ofAgent: {
    count: (workspace: string, agent: string, scan: ScanOf) => store.countOfAgent(scanning(db, scan), workspace, agent),
    counted: store.countedOfAgent,
  },
  /** The channels of a workspace; they are deleted with their agents. */
  ofWorkspace: {
    count: async (workspace, scan) => ({ channels: await store.countOfWorkspace(scanning(db, scan), workspace) }),
    next: async () => undefined,
  } satisfies Belongings,
});
