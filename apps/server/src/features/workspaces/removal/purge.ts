import type { Belongings } from '../../../storage/belongings.ts';
import type { Database } from '../../../storage/database.ts';
import { type Job, job, noPayload } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import { notEmpty, purgeKind, purgeOf, purging } from '../../../storage/purging.ts';
import type { Statement } from '../../../storage/unit.ts';
import { findWorkspaceRow } from '../store.ts';
import * as store from './store.ts';

/** Max hidden workspaces that one look finds. */
const maxFound = 100;

/** Deletes the contents of a deleted workspace, and finally the workspace. */
export const purge = purgeKind('workspaces.purge');

/** Makes sure that nothing hidden stays, even if its job was cancelled or is dead. */
const leftovers = { name: 'workspaces.leftovers', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;

/** Dependencies of purging. */
export interface PurgeNeeds {
  readonly db: Database;
  readonly enqueue: Enqueue;
  /** Everything that a workspace has, in the order of its deletion: what refers to other rows comes first. */
  belongingsOf(purge: string): readonly Belongings[];
  /**
   * Returns the statements that have an account deleted if neither a person nor a workspace is left; they come after the
   * deletion of the workspace.
   */
  purgeAccount(account: string): readonly Statement[];
}

/** Returns the statement that enqueues the job of a workspace that was hidden. */
export const enqueuePurge = (enqueue: Enqueue, workspace: string): Statement =>
  enqueue(workspace, { kind: purge, payload: purgeOf(workspace), key: workspace });

/** The jobs that delete the contents of deleted workspaces. */
export const purgeJobs = ({ db, enqueue, belongingsOf, purgeAccount }: PurgeNeeds): Job[] => {
  const finish = async (workspace: string) => {
    const row = await findWorkspaceRow(db, workspace);
    if (row === undefined) return [];
    return [...store.remove(db, workspace, notEmpty), ...purgeAccount(row.account_id)];
  };
  let handler: ReturnType<typeof purging> | undefined;
  return [
    job(purge, (attempt) => {
      handler ??= purging(belongingsOf(purge.name), finish);
      return handler(attempt);
    }),
    job(
      leftovers,
      async () => {
        const found = await store.findHidden(db, maxFound);
        return { effect: found.map(({ id }) => enqueuePurge(enqueue, id)) };
      },
      { pattern: '35 * * * *', payload: {} },
    ),
  ];
};
