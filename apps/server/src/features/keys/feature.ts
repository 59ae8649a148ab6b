import type { KeyActor } from '../../access/actor.ts';
import type { Belongings } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import { withScans } from '../../storage/scans/with-scans.ts';
import type { Statement } from '../../storage/unit.ts';
import { createKeyUses } from './last-uses.ts';
import type { KeyNeeds } from './needs.ts';
import { createKeyOperations } from './operator/operator.ts';
import * as across from './operator/operator-store.ts';
import { createRecognition } from './recognition.ts';
import { keyEndpoints } from './routes.ts';
import { createKeys } from './service.ts';

/** Dependencies of the feature. */
interface KeysFeatureNeeds extends KeyNeeds {
  /** Called if the last uses of keys could not be written. */
  onError(error: unknown): void;
}

const keysOf = (db: Database, of: across.KeysOf): Belongings => ({
  count: async (owner, scan) => ({ apiKeys: await across.countUnrevoked(withScans(db, scan), of, owner) }),
  next: async (owner) => {
    const found = await across.someOf(db, { of, owner, limit: portion.rows });
    return found.length === 0
      ? undefined
      : {
          statements: [
            across.removeAll(
              db,
              found.map(({ id }) => id),
            ),
          ],
        };
  },
});

/** Returns the function that finds the actor of a key. Callers need it, and the feature needs those. */
export const keyRecognition = createRecognition;

/** API keys, and the operator's commands for them. */
export function keysFeature(needs: KeysFeatureNeeds) {
  const uses = createKeyUses(needs.db, needs.onError);
  return {
    endpoints: keyEndpoints(createKeys(needs)),
    /** Notes that a key was used, at a time in milliseconds since 1970. */
    note: ({ id }: KeyActor, time: number): void => uses.note(id, time),
    operations: createKeyOperations(needs),
    /** Returns the statement that revokes every key of a workspace. The caller bumps the authority epoch. */
    revokeBound: (workspace: string): Statement => across.revokeBound(needs.db, workspace, needs.now()),
    /** The keys of an account or a person, and those that are bound to a workspace, for their deletion. */
    ofAccount: keysOf(needs.db, 'account_id'),
    ofPerson: keysOf(needs.db, 'user_id'),
    ofWorkspace: keysOf(needs.db, 'workspace_id'),
    close: uses.close,
  };
}
