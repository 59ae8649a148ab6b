import { operator } from '../../access/actor.ts';
import type { Happening, RecordEvent } from '../../events/happening.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import * as store from './store.ts';

/** Dependencies of the operator's events. */
export interface OperatorEventNeeds {
  readonly db: Database;
  readonly record: RecordEvent;
  /** Finds the account of a workspace that isn't deleted. */
  accountOf(workspace: string): Promise<string | undefined>;
}

/** An event of a command that no feature's change reports. */
type OperatorEvent = Extract<Happening, { readonly type: 'job.retried' | 'job.cancelled' | 'search.reindexed' }>;

/** A wrong counter that was corrected. */
interface WrongCount {
  readonly account: string;
  readonly kind: string;
  readonly counted: number;
  readonly real: number;
}

/** Creates the events of the operator's commands. */
export const createOperatorEvents = ({ db, record, accountOf }: OperatorEventNeeds) => ({
  /**
   * Returns the event of a workspace or, without one, of the instance, which is in the account of its owner. Empty if
   * the instance has no owner yet.
   */
  about: async (event: OperatorEvent, workspace?: string): Promise<Statement[]> => {
    const own = workspace === undefined ? undefined : await accountOf(workspace);
    const account = own ?? (await store.instanceAccount(db));
    if (account === undefined) return [];
    return [record(operator, { ...event, account, workspace: own === undefined ? undefined : workspace })];
  },

  /** Returns the events of counters that are corrected. */
  recounted: (wrong: readonly WrongCount[]): Statement[] =>
    wrong.map(({ account, kind, counted, real }) =>
      record(operator, {
        ...{ type: 'quota.recounted', account, data: { quota: kind } },
        changes: [{ field: 'used', before: counted, after: real }],
      }),
    ),

  /** Writes statements with their events, and tells readers of the events. */
  write: async (statements: readonly Statement[]): Promise<void> => {
    await db.write(statements);
  },
});
