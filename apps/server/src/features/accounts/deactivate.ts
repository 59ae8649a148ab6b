import type { Principal, SystemActor } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { removeAllOf } from './resets/store.ts';
import * as store from './store.ts';
import { type EndSessions, type UserChangeNeeds, userConflict } from './user-changes.ts';

/** Dependencies of removing a person. */
export interface DeactivationNeeds extends Pick<UserChangeNeeds, 'record'> {
  readonly db: Database;
  readonly now: () => number;
  /** Returns the statements that revoke every key of a person. */
  revokeKeys(user: string, by: Principal | SystemActor): Promise<readonly Statement[]>;
  readonly endSessions: EndSessions;
  /** Returns the statements that remove every second factor of a person. */
  removeFactors(user: string): readonly Statement[];
}

/** A person who is removed. */
interface DeactivatedPerson {
  readonly id: string;
  readonly account_id: string;
}

/** Removal of a person: who removes them, the workspaces that they leave, and whether the row is deleted, too. */
interface Deactivation {
  readonly by: Principal | SystemActor;
  /** The workspaces that the person leaves and that stay. */
  readonly left: readonly string[];
  readonly status: 'removed' | 'deleted';
}

/**
 * Returns the statements after which a person can't act any more: keys are revoked, sessions end, the address is free,
 * and each workspace has its event. The caller ends the memberships and bumps the authority epoch.
 */
export async function deactivate(
  { db, now, record, revokeKeys, endSessions, removeFactors }: DeactivationNeeds,
  { id, account_id: account }: DeactivatedPerson,
  { by, left, status }: Deactivation,
): Promise<Statement[]> {
  const data = { user: id };
  const events =
    left.length === 0
      ? [record(by, { type: 'user.removed', account, data })]
      : left.map((workspace) => record(by, { type: 'member.removed', workspace, data }));
  return [
    ...(await revokeKeys(id, by)),
    ...endSessions({ id, account }, { by, reason: 'removed' }),
    ...removeFactors(id),
    removeAllOf(db, id),
    store.remove(db, id, { status, now: now() }, userConflict),
    ...events,
  ];
}
