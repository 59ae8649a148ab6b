import { type Belongings, scanBatchSize } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import type { EventLog } from './log.ts';
import * as seals from './seals/store.ts';
import * as store from './store.ts';

interface BelongingsNeeds {
  readonly db: Database;
  readonly log: Pick<EventLog, 'settle'>;
}

/** The place at which the seals begin, which are deleted after the events. */
const atSeals = 'seals';

/** The events of a workspace, and those of an account, with their seals, for their deletion. */
export function belongingsOf({ db, log }: BelongingsNeeds) {
  const walk = async (account: string, from: string | undefined, workspace: string | undefined) => {
    if (from === atSeals && !(await seals.anyLink(db, account, workspace))) return undefined;
    if (from === undefined) await log.settle();
    const range = { after: Number(from ?? 0), limit: scanBatchSize };
    const rows = from === atSeals ? [] : await store.ownersAfter(db, account, range);
    const last = rows.at(-1);
    if (last === undefined) return { statements: seals.removeChain(db, account, workspace), from: atSeals };
    const own = rows
      .filter((row) => workspace === undefined || row.workspace === workspace)
      .map(({ position }) => Number(position));
    const positions = own.slice(0, portion.rows);
    return {
      statements: positions.length === 0 ? [] : [store.remove(db, account, positions)],
      from: String(positions.length < own.length ? positions.at(-1) : last.position),
    };
  };
  const ofWorkspace: Belongings = {
    next: async (workspace, from) => {
      const account = await store.accountOf(db, workspace);
      return account === undefined ? undefined : walk(account, from, workspace);
    },
  };
  const ofAccount: Belongings = { next: (account, from) => walk(account, from, undefined) };
  return { ofWorkspace, ofAccount };
}
