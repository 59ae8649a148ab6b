import type { Role } from '../../access/scopes.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { Database } from '../../storage/database.ts';
import type { Room } from '../../storage/quotas/quotas.ts';
import type { KeyDraft, KeyMakerNeeds } from './new-key.ts';

/** Dependencies of keys. */
export interface KeyNeeds extends KeyMakerNeeds {
  readonly db: Database;
  readonly room: Room;
  /** The workspaces of an account in which a person is a member, in the order of their creation. */
  membershipsOf(user: string, account: string): Promise<ReadonlyMap<string, Role>>;
  /** Finds a person with the current name. */
  findUser(by: { id: string }): Promise<KeyDraft['user'] | undefined>;
  /** The account of a workspace. */
  accountOf(workspace: string): Promise<string | undefined>;
  /** Empties the cache of recognised callers; called when a change of rights has been committed. */
  forgetCallers(): void;
  readonly record: RecordEvent;
}
