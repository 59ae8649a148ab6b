import { administered, type Principal } from '../../access/actor.ts';
import { principalGone } from '../../access/ended-credentials.ts';
import type { SlotUse } from '../../access/limits/concurrency.ts';
import type { Allowance } from '../../access/limits/rate-limit.ts';
import { AppError } from '../../errors.ts';
import { createBatched } from '../../storage/batched.ts';
import type { Database } from '../../storage/database.ts';
import { job, noPayload } from '../../storage/jobs/kind.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { withScans } from '../../storage/scans/with-scans.ts';
import type { UsageHourRow } from '../../storage/tables.ts';
import { type Quotas, shownHours, type Usage } from './schema.ts';
import * as store from './store.ts';

const hour = 60 * 60 * 1000;

/** Interval at which counted requests are written, in milliseconds. */
const flushInterval = 30_000;

/** Retention of hours, in milliseconds: 90 days. */
const retention = 90 * 24 * hour;

/** Max keys listed one by one; the total counts all. */
const maxKeys = 20;

/** The job that deletes hours past their retention. */
const expired = { name: 'usage.expired', payload: noPayload, timeoutMs: 60_000, concurrency: 1 };

/** Dependencies of usage. */
export interface UsageNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** Returns the state of the rate-limit window of the account's keys. */
  allowanceOf(account: Principal['account']): Allowance | Promise<Allowance>;
  /** Returns the account's used amounts of everything that its plan limits. */
  quotasOf(owner: { readonly account: string }): Promise<Quotas | undefined>;
  /** Returns the slots that the account uses, and its limits. */
  slotsOf(account: Principal['account']): Promise<SlotUse>;
  /** Called if counted requests could not be written. */
  onError(error: unknown): void;
}

export type UsageService = ReturnType<typeof createUsage>;

const hourOf = (time: number) => Math.floor(time / hour) * hour;

/** Counts the requests of keys by the hour, in memory first, and reports the usage of an account. */
export function createUsage({ db, now, allowanceOf, slotsOf, quotasOf, onError }: UsageNeeds) {
  const counted = createBatched<UsageHourRow>(db, {
    interval: flushInterval,
    merge: (one, other) => ({
      key_id: one.key_id,
      account_id: one.account_id,
      hour: one.hour,
      requests: one.requests + other.requests,
    }),
    statements: (hours) =>
      store.add(
        db,
        [...hours.values()].filter(({ requests }) => requests !== 0),
      ),
    onError,
  });

  const add = ({ id, account }: Principal, time: number, requests: number): void => {
    const row = { key_id: id, account_id: account.id, hour: hourOf(time), requests };
    counted.note(`${id} ${row.hour}`, row);
  };

  return {
    /** Counts one request of a key. */
    note: (principal: Principal, time: number): void => add(principal, time, 1),

    /** Takes back one request of a key, which `note` counted at this time. */
    takeBack: (principal: Principal, time: number): void => add(principal, time, -1),

    /** Returns the usage of the principal's account. Throws `insufficient_role` if it administers no workspace. */
    read: async (principal: Principal, awaited?: AwaitedAnswer): Promise<Usage> => {
      const workspaces = administered(principal);
      if (workspaces.length === 0) {
        throw new AppError('insufficient_role', 'You do not have permission to view the usage of the account.', {
          hint: 'Ask an owner or admin of a workspace.',
        });
      }
      const { limit, remaining, resetAt } = await allowanceOf(principal.account);
      const first = hourOf(now()) - (shownHours - 1) * hour;
      // Counts of this process are complete; those of other processes are late by up to the flush interval.
      await counted.flush();
      const scan = { account: principal.account.id, awaited, narrow: 'Delete keys that are no longer used.' };
      const rows = await store.read(withScans(db, scan), principal.account.id, first);
      const sums = sumUp(rows, first);
      return {
        plan: principal.account.plan,
        rateLimit: { limit, used: limit - remaining, remaining, resetsAt: new Date(resetAt).toISOString() },
        concurrency: await slotsOf(principal.account),
        total: sums.hours.reduce((sum, requests) => sum + requests, 0),
        hours: sums.hours.map((requests, index) => ({
          startsAt: new Date(first + index * hour).toISOString(),
          requests,
        })),
        // A key that is bound to a workspace is returned to admins of that workspace only, as in the list of keys.
        keys: sums.keys
          .filter(({ workspace }) => workspace === null || workspaces.includes(workspace))
          .slice(0, maxKeys)
          .map(({ workspace: _, ...key }) => key),
      };
    },

    /** Returns the used amounts, of the principal's account, of everything that its plan limits. */
    quotas: async (principal: Principal): Promise<Quotas> => {
      const quotas = await quotasOf({ account: principal.account.id });
      if (quotas === undefined) throw principalGone(principal);
      return quotas;
    },

    /** Deletes hours past their retention in portions, one unit of work each. */
    jobs: [
      job(
        expired,
        async ({ now: clock }) => {
          const before = clock() - retention;
          const oldest = await store.oldestHour(db);
          if (oldest === undefined || oldest >= before) return {};
          return { effect: [store.removeBefore(db, before)], next: {} };
        },
        { pattern: '40 * * * *', payload: {} },
      ),
    ],

    /** Writes the counts since the last flush. */
    close: counted.close,
  };
}

type KeySum = Usage['keys'][number] & { readonly workspace: string | null };

/** Sums the hours of all keys, and of each key; keys with the most requests first. */
function sumUp(rows: Awaited<ReturnType<typeof store.read>>, first: number) {
  const hours = new Array<number>(shownHours).fill(0);
  const keys = new Map<string, KeySum>();
  for (const row of rows) {
    const at = Math.round((Number(row.hour) - first) / hour);
    if (at >= shownHours) continue;
    const requests = Number(row.requests);
    const known = keys.get(row.key_id) ?? emptyKey(row);
    hours[at] = (hours[at] ?? 0) + requests;
    known.hours[at] = (known.hours[at] ?? 0) + requests;
    keys.set(row.key_id, { ...known, requests: known.requests + requests });
  }
  return { hours, keys: [...keys.values()].sort((one, other) => other.requests - one.requests) };
}

const emptyKey = (row: Awaited<ReturnType<typeof store.read>>[number]): KeySum => ({
  _id: row.key_id,
  name: row.name,
  lastFour: row.last_four,
  workspace: row.workspace_id,
  requests: 0,
  hours: new Array<number>(shownHours).fill(0),
});
