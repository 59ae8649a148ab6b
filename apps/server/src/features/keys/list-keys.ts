import type { Principal } from '../../access/actor.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { withScans } from '../../storage/scans/with-scans.ts';
import { getKey, keyReach } from './access.ts';
import * as listStore from './list-store.ts';
import type { KeyNeeds } from './needs.ts';
import type { ApiKey, ApiKeyQuery } from './schema.ts';

/** Lists and reads keys, never their secrets. */
export const createKeyList = ({ db, now }: KeyNeeds) => ({
  /** Reads a page as JSON text. Always a scan: only active keys are bounded by a quota, and all of them are sorted. */
  list: (principal: Principal, query: ApiKeyQuery, awaited?: AwaitedAnswer): Promise<string> => {
    const { workspaceId: workspace, userId: user, environment, status } = query;
    const wanted = { reach: keyReach(principal), filters: { now: now(), workspace, user, environment, status } };
    const narrow = 'Set workspaceId or userId, or leave out includeTotal.';
    const apart = withScans(db, { account: principal.account.id, awaited, narrow });
    return listStore.list(apart, wanted, query);
  },

  read: async (principal: Principal, id: string): Promise<ApiKey> =>
    (await getKey(db, principal, { id, now: now() })).key,
});
