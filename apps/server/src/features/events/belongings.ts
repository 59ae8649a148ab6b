import { type Belongings, scanBatchSize } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import type { EventLog } from './log.ts';
import * as store from './store.ts';

interface BelongingsNeeds {
  readonly db: Database;
  readonly log: Pick<EventLog, 'settle'>;
}

/** The events of a workspace, and those of an account, for their deletion. */
export function belongingsOf({ db, log }: BelongingsNeeds) {
  const walk = async (account: string, from: string | undefined, isOwn: (workspace: string | null) => boolean) => {
    if (from === undefined) await log.settle();
    const rows = await store.ownersAfter(db, account, { after: Number(from ?? 0), limit: scanBatchSize });
    const last = rows.at(-1);
    if (last === undefined) return undefined;
    const own = rows.filter(({ workspace }) => isOwn(workspace)).map(({ position }) => Number(position));
    const positions = own.slice(0, portion.rows);
    return {
      statements: positions.length === 0 ? [] : [store.remove(db, account, positions)],
      from: String(positions.length < own.length ? positions.at(-1) : last.position),
    };
  };
  const ofWorkspace: Belongings = {
    next: async (workspace, from) => {
      const account = await store.accountOf(db, workspace);
      return account === undefined ? undefined : walk(account, from, (of) => of === workspace);
    },
  };
  const ofAccount: Belongings = { next: (account, from) => walk(account, from, () => true) };
  return { ofWorkspace, ofAccount };
}
