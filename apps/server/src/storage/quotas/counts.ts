import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { allCounts } from '../migrations/quotas/sources.ts';
import { withoutTimeout } from '../postgres/timeouts.ts';
import { type Statement, statement } from '../unit.ts';
import type { QuotaKind } from './kinds.ts';

/** An account, by its ID or by that of one of its workspaces. */
export type Owner = { readonly account: string } | { readonly workspace: string };

/** The ID of an account as an expression. */
export const accountOf = (owner: Owner): RawBuilder<string> =>
  'account' in owner
    ? sql<string>`cast(${owner.account} as text)`
    : sql<string>`(select account_id from workspaces where id = ${owner.workspace})`;

/**
 * Counts the rows of a kind that have expired but are still counted, since no write marks their expiry. Both queries
 * read expired rows only. Undefined if nothing of the kind expires.
 */
export function expired(kind: QuotaKind, account: RawBuilder<string>, now: number): RawBuilder<number> | undefined {
  if (kind === 'apiKeys') {
    return sql<number>`(select count(*) from api_keys where account_id = ${account}
      and revoked_at is null and expires_at <= ${now})`;
  }
  if (kind !== 'invitations') return undefined;
  return sql<number>`(select count(*) from workspaces join invitations on invitations.workspace_id = workspaces.id
    where workspaces.account_id = ${account} and invitations.expires_at <= ${now})`;
}

/** Count of an account, and its plan. */
export interface Counted {
  readonly plan: string;
  readonly used: ReadonlyMap<string, number>;
}

/** Reads how much an account has of everything that is counted; undefined if there is no such account. */
export async function readCounts(db: Database, owner: Owner, now: number): Promise<Counted | undefined> {
  const account = accountOf(owner);
  const lapsed = (kind: QuotaKind) => sql`select ${sql.lit(kind)} as kind, -${expired(kind, account, now)} as used`;
  const rows = await db.read<{ plan: string; kind: string; used: number | string }>(
    sql`
      select accounts.plan as plan, counted.kind as kind, sum(counted.used) as used
      from accounts cross join (
        select kind, used from quota_counts where account_id = ${account}
        union all ${lapsed('apiKeys')} union all ${lapsed('invitations')}
      ) as counted
      where accounts.id = ${account} group by accounts.plan, counted.kind`.compile(db.query),
  );
  const [first] = rows;
  return first && { plan: first.plan, used: new Map(rows.map(({ kind, used }) => [kind, Number(used)])) };
}

/** A counter that differs from the rows that it counts. */
export interface WrongCount {
  readonly account: string;
  readonly kind: string;
  readonly counted: number;
  readonly real: number;
}

/**
 * Counts all rows, which takes a while on a large database, and returns the first counters that differ. `counts` is the
 * query of the real ones.
 */
export async function findWrongCounts(
  db: Database,
  limit: number,
  counts: string = allCounts,
): Promise<readonly WrongCount[]> {
  const rows = await db.read<{ account: string; kind: string; counted: number | string; found: number | string }>(
    sql`
      select account_id as account, kind, sum(counted) as counted, sum(found) as found from (
        select account_id, kind, 0 as counted, used as found from (${sql.raw(counts)}) as rows_themselves
        union all select account_id, kind, used as counted, 0 as found from quota_counts
      ) as both_counts
      group by account_id, kind having sum(counted) <> sum(found) order by account_id, kind limit ${limit}`.compile(
      db.query,
    ),
  );
  return rows.map(({ account, kind, counted, found }) => ({
    ...{ account, kind },
    ...{ counted: Number(counted), real: Number(found) },
  }));
}

/** Returns the unit that counts everything again. On PostgreSQL, creations and deletions wait until it is committed. */
export const recount = (db: Database): readonly Statement[] => [
  ...(db.engine === 'sqlite' ? [] : patient),
  statement(db.query.deleteFrom('quota_counts')),
  plain(`insert into quota_counts (account_id, kind, slot, used)
    select account_id, kind, 0, used from (${allCounts}) as rows_themselves`),
];

const plain = (text: string): Statement => ({ sql: text, parameters: [] });

/** Whatever has been counted and isn't committed yet is waited for. */
const patient = [plain(withoutTimeout), plain('lock table quota_counts in exclusive mode')];
