import { Type } from 'typebox';
import type { Database } from '../../storage/database.ts';
import { type Job, job } from '../../storage/jobs/kind.ts';
import { portion } from '../../storage/portion.ts';
import type { Statement } from '../../storage/unit.ts';
import type { EventLog } from './log.ts';
import * as seals from './seals/store.ts';
import * as store from './store.ts';

/** Accounts that one step looks at. */
const accountsAtOnce = 100;

const payload = Type.Object({ after: Type.Optional(Type.String()) }, { additionalProperties: false });

export interface RetentionNeeds {
  readonly db: Database;
  readonly log: Pick<EventLog, 'expired'>;
  /** Returns the statements that note for readers behind a position that the account's events up to it are gone. */
  missed(account: string, through: number): readonly Statement[];
}

/**
 * The job that deletes events past their retention, the oldest of each account first, so that no log has gaps; and their
 * seals, but the last one of each chain, which is the anchor of those that follow.
 */
export const retention = ({ db, log, missed }: RetentionNeeds): Job =>
  job(
    { name: 'events.expired', payload, timeoutMs: 60_000, concurrency: 1 },
    async ({ payload: { after = '' } }) => {
      const accounts = (await store.accountsAfter(db, after, accountsAtOnce)).map(({ id }) => id);
      const last = accounts.at(-1);
      if (last === undefined) return {};
      const before = log.expired();
      const old = await store.expired(db, accounts, { before, limit: portion.rows });
      const links = await seals.expired(db, accounts, { before, limit: portion.rows });
      const effect = [
        ...old.flatMap(({ account, positions }) => [
          store.remove(db, account, positions),
          ...missed(account, positions.at(-1) ?? 0),
        ]),
        ...links.map(({ account, position }) => seals.remove(db, account, [Number(position)])),
      ];
      const count = old.reduce((sum, { positions }) => sum + positions.length, 0);
      const isMore = count === portion.rows || links.length === portion.rows;
      // The rest of these accounts comes first in the next step.
      return { effect, next: isMore ? (after === '' ? {} : { after }) : { after: last } };
    },
    { pattern: '20 * * * *', payload: {} },
  );
