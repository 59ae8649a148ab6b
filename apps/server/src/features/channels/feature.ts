import { createChecks } from '../../http/validation.ts';
import type { Belongings } from '../../storage/belongings.ts';
import type { ScanOf } from '../../storage/scan-queue.ts';
import { scanning } from '../../storage/scans.ts';
import type { ChannelNeeds } from './needs.ts';
import { createRemoval } from './removal.ts';
import { channelEndpoints } from './routes.ts';
import { createChannels } from './service.ts';
import * as store from './store.ts';
import { createTesting } from './testing.ts';

/** Channels: how people reach an agent. */
export function channelsFeature(needs: ChannelNeeds) {
  const { db } = needs;
  const channels = createChannels({ ...needs, createCheck: createChecks() });
  const removal = createRemoval(needs);
  return {
    endpoints: channelEndpoints({ channels, removal, test: createTesting(needs) }),
    jobs: removal.jobs,
    /** The channels of an agent, for its deletion. */
    ofAgent: {
      count: (workspace: string, agent: string, scan: ScanOf) =>
        store.countOfAgent(scanning(db, scan), workspace, agent),
      counted: store.countedOfAgent,
    },
    /** The channels of a workspace; they are deleted with their agents. */
    ofWorkspace: {
      count: async (workspace, scan) => ({ channels: await store.countOfWorkspace(scanning(db, scan), workspace) }),
      next: async () => undefined,
    } satisfies Belongings,
  };
}
