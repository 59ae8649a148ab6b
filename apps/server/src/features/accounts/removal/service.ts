import { lineOf, type Principal } from '../../../access/actor.ts';
import { AppError, invalid } from '../../../errors.ts';
import { bumpAuthority } from '../../../storage/authority.ts';
import type { Belongings, Counts } from '../../../storage/belongings.ts';
import type { AwaitedAnswer } from '../../../storage/scans/scan-queue.ts';
import type { Statement } from '../../../storage/unit.ts';
import { type DeactivationNeeds, deactivate } from '../deactivate.ts';
import { getPerson } from '../get-person.ts';
import { enqueuePerson, type PurgeNeeds } from './purge.ts';
import type { MeDependents, MeRemoval } from './schema.ts';
import * as store from './store.ts';

/** Consequences for the workspaces of a person who leaves. */
export interface Leave {
  /** Deleted, because the person is their only member. */
  readonly deleted: readonly { readonly id: string; readonly name: string }[];
  /** The IDs of those that stay. */
  readonly left: readonly string[];
  /** The statements that delete the ones and end the membership in the others. The caller bumps the authority epoch. */
  readonly statements: readonly Statement[];
  /** Called when the unit of work is committed: stops the turns of the deleted workspaces. */
  stopTurns(): Promise<void>;
}

/** Dependencies of deleting one's own account. */
export interface RemovalNeeds extends DeactivationNeeds, PurgeNeeds {
  /**
   * Ends the person's part in all workspaces. Throws `last_owner` if one with other members would be left without an
   * owner.
   */
  leaveOf(principal: Principal): Promise<Leave>;
  /** Counts the objects of some workspaces. */
  countAll(principal: Principal, workspaces: readonly string[], awaited?: AwaitedAnswer): Promise<Counts>;
  /** Returns the number of sessions of a person. */
  countSessions(user: string): Promise<number>;
  /**
   * Checks the principal's password, and returns the statements that fail if it changes meanwhile. Throws
   * `invalid_credentials` or `too_many_failed_attempts`.
   */
  confirmPassword(principal: Principal, password: string): Promise<readonly Statement[]>;
  forgetCallers(): void;
}

export type Removals = ReturnType<typeof createRemovals>;

const lastPerson = () =>
  new AppError('last_owner', 'You are the only person on this server, so your account can’t be deleted.', {
    hint: 'Have its operator create another person first: parley user create.',
  });

/** Deletion of the caller's own account. See decision 0036. */
export function createRemovals(needs: RemovalNeeds) {
  const { db } = needs;

  const count = async (principal: Principal, { deleted, left }: Leave, awaited?: AwaitedAnswer) => {
    const ids = deleted.map(({ id }) => id);
    const own: readonly Belongings[] = needs.belongingsOf('person');
    const scan = { account: lineOf(principal), awaited, narrow: 'Try again later.' };
    const { id } = principal.user;
    const [{ members: _members, ...counts }, sessions, ofPerson] = await Promise.all([
      needs.countAll(principal, ids, awaited),
      needs.countSessions(id),
      Promise.all(own.map(async (each) => (await each.count?.(id, scan))?.apiKeys ?? 0)),
    ]);
    const apiKeys = ofPerson.reduce((sum, keys) => sum + keys, 0);
    const workspaces = deleted.map(({ id, name }) => ({ _id: id, name }));
    return { ...counts, workspaces, memberships: left.length, apiKeys, sessions };
  };

  return {
    /** Counts what `remove` would delete; throws the same refusals. */
    preview: async (principal: Principal, awaited?: AwaitedAnswer): Promise<MeDependents> => {
      if (!(await store.anyOther(db, principal.user.id))) throw lastPerson();
      return count(principal, await needs.leaveOf(principal), awaited);
    },

    /** Deletes the principal's person for good, and returns the counts of deleted objects. */
    remove: async (principal: Principal, { password }: MeRemoval, awaited?: AwaitedAnswer): Promise<MeDependents> => {
      if (password === undefined) throw invalid([{ path: 'password', message: 'is required' }]);
      const { id } = principal.user;
      const confirmed = await needs.confirmPassword(principal, password);
      const user = await getPerson(db, principal);
      const leave = await needs.leaveOf(principal);
      const counts = await count(principal, leave, awaited);
      await db.write({
        // First, since two people who leave at once must lock each other in the same order.
        other: store.demandOther(db, id, lastPerson),
        confirmed,
        // Before the workspaces, which revoke the keys that are bound to them.
        farewell: await deactivate(needs, user, { by: principal, left: leave.left, status: 'deleted' }),
        workspaces: leave.statements,
        purge: enqueuePerson(needs.enqueue, id),
        authority: bumpAuthority(db),
      });
      needs.forgetCallers();
      await leave.stopTurns();
      return counts;
    },
  };
}
