import { administered, type Principal } from '../../access/actor.ts';
import type { Allowance } from '../../access/limits/rate-limit.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import { createBatched } from '../../storage/batched.ts';
import type { Database } from '../../storage/database.ts';
import type { UsageHourRow } from '../../storage/tables.ts';
import { shownHours, type Usage } from './schema.ts';
import * as store from './store.ts';

const hour = 60 * 60 * 1000;

/** How often what was counted is written down, in milliseconds. */
const flushInterval = 30_000;

/** Hours are kept for this long. */
const retention = 90 * 24 * hour;

/** The most keys that are told apart; the total has all. */
const maxKeys = 20;

/** What usage needs from elsewhere. */
export interface UsageNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** What is left of the window in which the keys of the principal's account count. */
  allowanceOf(account: Principal['account']): Allowance | Promise<Allowance>;
}

export type UsageService = ReturnType<typeof createUsage>;

const hourOf = (time: number) => Math.floor(time / hour) * hour;

/** Counts the requests of keys by the hour, in memory first, and tells an account what it uses. */
export function createUsage({ db, now, allowanceOf }: UsageNeeds, onError: (error: unknown) => void) {
  const counted = createBatched<UsageHourRow>(db, {
    interval: flushInterval,
    merge: (one, other) => ({ ...one, requests: one.requests + other.requests }),
    statements: (hours) => store.add(db, [...hours.values()]),
    onError,
  });

  return {
    /** Counts one request of a key. */
    note: ({ id, account }: Principal, time: number): void => {
      const row = { key_id: id, account_id: account.id, hour: hourOf(time), requests: 1 };
      counted.note(`${id} ${row.hour}`, row);
    },

    read: async ({ principal }: Caller): Promise<Answer<Usage>> => {
      const workspaces = administered(principal);
      if (workspaces.length === 0) {
        throw new AppError('insufficient_role', 'You do not have permission to see what the account uses.', {
          hint: 'It takes an owner or admin of a workspace.',
        });
      }
      const { limit, remaining, resetAt } = await allowanceOf(principal.account);
      const first = hourOf(now()) - (shownHours - 1) * hour;
      // Whoever looks sees what this process has counted up to now; of other processes it is late by the interval.
      await counted.flush();
      const rows = await store.read(db, principal.account.id, first);
      const sums = sumUp(rows, first);
      return {
        data: {
          plan: principal.account.plan,
          rateLimit: { limit, used: limit - remaining, remaining, resetsAt: new Date(resetAt).toISOString() },
          total: sums.hours.reduce((sum, requests) => sum + requests, 0),
          hours: sums.hours.map((requests, index) => ({
            startsAt: new Date(first + index * hour).toISOString(),
            requests,
          })),
          // A key that is bound to a workspace is told of in that workspace only, as in the list of keys.
          keys: sums.keys
            .filter(({ workspace }) => workspace === null || workspaces.includes(workspace))
            .slice(0, maxKeys)
            .map(({ workspace: _, ...key }) => key),
        },
      };
    },

    /** Deletes hours that nobody looks at any more. */
    sweep: async (): Promise<void> => {
      await db.write([store.removeBefore(db, now() - retention)]);
    },

    /** Writes down what was counted. */
    close: counted.close,
  };
}

type KeySum = Usage['keys'][number] & { readonly workspace: string | null };

/** The hours of all keys together, and of each, those with the most requests first. */
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
