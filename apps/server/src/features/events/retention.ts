import { Type } from 'typebox';
import type { Database } from '../../storage/database.ts';
import { type Job, job } from '../../storage/jobs/kind.ts';
import { portion } from '../../storage/portion.ts';
import type { EventLog } from './log.ts';
import * as store from './store.ts';

/** Accounts that one step looks at. */
const accountsAtOnce = 100;

const payload = Type.Object({ after: Type.Optional(Type.String()) }, { additionalProperties: false });

interface RetentionNeeds {
  readonly db: Database;
  readonly log: Pick<EventLog, 'expired'>;
}

/** The job that deletes events past their retention, the oldest of each account first, so that no log has gaps. */
export const retention = ({ db, log }: RetentionNeeds): Job =>
  job(
    { name: 'events.expired', payload, timeoutMs: 60_000, concurrency: 1 },
    async ({ payload: { after = '' } }) => {
      const accounts = (await store.accountsAfter(db, after, accountsAtOnce)).map(({ id }) => id);
      const last = accounts.at(-1);
      if (last === undefined) return {};
      const old = await store.expired(db, accounts, { before: log.expired(), limit: portion.rows });
      const effect = old.map(({ account, positions }) => store.remove(db, account, positions));
      const count = old.reduce((sum, { positions }) => sum + positions.length, 0);
      // What is left of these accounts comes first in the next step.
      return { effect, next: count === portion.rows ? (after === '' ? {} : { after }) : { after: last } };
    },
    { pattern: '20 * * * *', payload: {} },
  );
