import { demand, lineOf, type Principal } from '../../../access/actor.ts';
import { AppError, invalid } from '../../../errors.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import { bumpAuthority } from '../../../storage/authority.ts';
import type { Belongings, Counts } from '../../../storage/belongings.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { AwaitedAnswer, ScanOf } from '../../../storage/scans/scan-queue.ts';
import { withScans } from '../../../storage/scans/with-scans.ts';
import { lockDeletions } from '../../../storage/sql/lock-deletions.ts';
import type { Statement } from '../../../storage/unit.ts';
import { workspaceNotFound } from '../access.ts';
import { findWorkspace } from '../store.ts';
import { enqueuePurge, type PurgeNeeds, purge } from './purge.ts';
import type { WorkspaceDependents } from './schema.ts';
import * as store from './store.ts';

/** Dependencies of deleting workspaces. */
export interface RemovalNeeds extends PurgeNeeds {
  readonly now: () => number;
  readonly enqueue: Enqueue;
  /** Returns the statement that revokes every key of a workspace. */
  revokeKeys(workspace: string): Statement;
  /** Called when a workspace has been deleted: stops its turns. */
  onDeleted(workspace: string): Promise<void>;
  forgetCallers(): void;
  readonly record: RecordEvent;
}

/** The workspace to delete, and its name as the caller typed it. */
interface Target {
  readonly id: string;
  readonly confirm: string | undefined;
}

export type WorkspaceRemovals = ReturnType<typeof createWorkspaceRemovals>;

const ownersOnly = () =>
  new AppError('insufficient_role', 'Only an owner of the workspace can delete it.', {
    hint: 'Ask an owner; Settings → Members shows who is one.',
  });
const lastWorkspace = () =>
  new AppError('last_workspace', 'This is the only workspace of the account, so it can’t be deleted.', {
    hint: 'Create another workspace first, or delete your account (DELETE /api/me).',
  });
const changed = () =>
  new AppError('version_conflict', 'The workspace has changed meanwhile.', { hint: 'Read it again, then repeat.' });

const nothing: Counts = {
  ...{ agents: 0, conversations: 0, messages: 0, channels: 0, knowledgeSources: 0 },
  ...{ apiKeys: 0, members: 0, invitations: 0, files: 0, bytes: 0 },
};

/** Adds counts up. */
const sumOf = (all: readonly Partial<Counts>[]): Counts => {
  const sum: Record<string, number> = { ...nothing };
  for (const counts of all) for (const [kind, count] of Object.entries(counts)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum as unknown as Counts;
};

/** Deletes workspaces: hides one at once, and a job deletes what it had. See decision 0036. */
export function createWorkspaceRemovals(needs: RemovalNeeds) {
  const { db, now, enqueue } = needs;
  const scanOf = (principal: Principal, awaited?: AwaitedAnswer): ScanOf => ({
    ...{ account: lineOf(principal), awaited },
    narrow: 'Delete old conversations of the workspace first, or try again later.',
  });

  /** Counts the objects of some workspaces. */
  const countAll = async (workspaces: readonly string[], scan: ScanOf): Promise<Counts> => {
    const belongings: readonly Belongings[] = needs.belongingsOf(purge.name);
    const counts = workspaces.flatMap((id) => [
      store.countPeople(withScans(db, scan), id),
      ...belongings.map((each) => each.count?.(id, scan) ?? {}),
    ]);
    return sumOf(await Promise.all(counts));
  };

  /** Reads a workspace whose owner the principal is; throws as for an unknown one, or `insufficient_role`. */
  const owned = async (principal: Principal, id: string) => {
    if (!principal.memberships.has(id)) throw workspaceNotFound();
    demand(principal, 'workspace:admin', id);
    if (principal.memberships.get(id) !== 'owner') throw ownersOnly();
    const row = await findWorkspace(db, id);
    if (row === undefined) throw workspaceNotFound();
    return row;
  };

  /**
   * Returns the statements that hide a workspace, and the job that deletes it. The caller bumps the authority epoch.
   */
  const hide = (principal: Principal, row: { readonly id: string; readonly name: string; account_id: string }) => {
    const doomed = { name: row.name, owner: principal.user.id, now: now(), missing: workspaceNotFound, changed };
    return [
      ...store.hide(db, row.id, doomed),
      needs.revokeKeys(row.id),
      needs.record(principal, { type: 'workspace.deleted', account: row.account_id, data: { workspace: row.id } }),
      enqueuePurge(enqueue, row.id),
    ];
  };

  return {
    hide,
    countAll: (principal: Principal, workspaces: readonly string[], awaited?: AwaitedAnswer) =>
      countAll(workspaces, scanOf(principal, awaited)),

    /** Counts what `remove` would delete. */
    preview: async (principal: Principal, id: string, awaited?: AwaitedAnswer): Promise<WorkspaceDependents> => {
      await owned(principal, id);
      return countAll([id], scanOf(principal, awaited));
    },

    /** Deletes a workspace whose name the caller has typed, and returns how much went. */
    remove: async (
      principal: Principal,
      { id, confirm }: Target,
      awaited?: AwaitedAnswer,
    ): Promise<WorkspaceDependents> => {
      const row = await owned(principal, id);
      checkName(row.name, confirm);
      // Counted before and not in the unit: that would hold up other writers.
      const counts = await countAll([id], scanOf(principal, awaited));
      await db.write({
        turn: lockDeletions(db, row.account_id),
        workspace: hide(principal, row),
        another: store.demandAnother(db, row.account_id, { id, orElse: lastWorkspace }),
        authority: bumpAuthority(db),
      });
      needs.forgetCallers();
      await needs.onDeleted(id);
      return counts;
    },
  };
}

const plain = (name: string) => name.normalize('NFC').trim();

/** Throws `validation_failed` unless the typed name is the workspace's. */
function checkName(name: string, typed: string | undefined): void {
  if (typed === undefined) {
    throw invalid([{ path: 'confirm', message: 'is required: the name of the workspace, to confirm its deletion' }]);
  }
  if (plain(typed) !== plain(name)) {
    throw invalid([{ path: 'confirm', message: `must be the name of the workspace, “${name}”` }]);
  }
}
