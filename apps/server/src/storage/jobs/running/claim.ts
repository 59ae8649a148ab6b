import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database.ts';
import { prepared } from '../../sql/prepared.ts';
import type { ReadRow } from '../../tables.ts';
import { type Compiled, statement } from '../../unit.ts';

/** A job that this process has claimed. */
export type Claimed = Pick<
  ReadRow<'jobs'>,
  'id' | 'workspace_id' | 'account_id' | 'kind' | 'payload' | 'attempts' | 'lease' | 'dedupe_key'
>;

/** The jobs to claim: of one kind, one of each account, for the accounts after the one that was served last. */
export interface Claim {
  readonly kind: string;
  /** 1 for those that wait apart because their target doesn't answer. */
  readonly slow: 0 | 1;
  readonly after: string;
  /** Accounts that have their share already. */
  readonly busy: readonly string[];
  /** The workspace of each account that was served last, if it is known. */
  readonly turns: ReadonlyMap<string, string>;
  readonly jobs: number;
}

interface Walk extends Omit<Claim, 'turns'> {
  /** Max accounts that the walk passes. */
  readonly steps: number;
  readonly served: readonly string[];
  /** The workspace that each of them was served for. */
  readonly last: readonly string[];
}

/**
 * Claims at most one job of each account, so that tenants take turns however much each has queued. Within an account,
 * its workspaces take turns. The walk jumps from account to account in the index `jobs_ready`: it costs a few look-ups
 * for each, whatever their number of jobs. The picked jobs are locked, or there is one writer, so the update has no
 * further condition.
 */
const claimJobs = prepared((db, { kind, slow, after, busy, jobs, steps, served, last }: Walk) => {
  const ready = sql`from jobs where state = 'ready' and kind = ${kind} and slow = ${slow}`;
  const next = (previous: RawBuilder<unknown>) => sql`(select min(account_id) ${ready} and account_id > ${previous})`;
  const first = (condition: RawBuilder<unknown>) =>
    sql`(select min(workspace_id) ${ready} and account_id = walked.account_id ${condition})`;
  const turns = served.map((account, index) => sql`when ${account} then cast(${last[index]} as text)`);
  const turn =
    turns.length === 0
      ? first(sql``)
      : sql`coalesce(
          ${first(sql`and workspace_id > case walked.account_id ${sql.join(turns, sql` `)} else '' end`)},
          ${first(sql``)})`;
  const lock = db.engine === 'sqlite' ? sql`` : sql`for update skip locked`;
  const free = busy.length === 0 ? sql`` : sql`and walked.account_id not in (${sql.join(busy)})`;
  const claim = sql<Claimed>`
    with recursive walked (account_id, place) as (
      select ${next(sql`${after}`)}, 1
      union all
      select ${next(sql`walked.account_id`)}, place + 1
      from walked where walked.account_id is not null and place < ${steps}
    ), tenants as materialized (
      select walked.account_id, place, ${turn} as workspace_id
      from walked where walked.account_id is not null ${free}
      order by place limit ${jobs} + 0
    ), picked as materialized (
      select (
        select first.id from jobs as first
        where first.state = 'ready' and first.kind = ${kind} and first.slow = ${slow}
          and first.account_id = tenants.account_id and first.workspace_id = tenants.workspace_id
        order by first.priority, first.run_at, first.id limit 1 ${lock}
      ) as id
      from tenants
    )
    update jobs set state = 'running', lease = lease + 1, attempts = attempts + 1
    where id in (select picked.id from picked)
    returning id, workspace_id, account_id, kind, payload, attempts, lease, dedupe_key`;
  return { compile: () => claim.compile(db.query) };
});

/** The statement that claims jobs. */
export function claimed(db: Database, { turns, ...claim }: Claim): Compiled<Claimed> {
  const steps = claim.jobs + claim.busy.length;
  // The walk passes so many accounts that are next to each other, so no further ones can be among them.
  const served = [...turns.keys()]
    .filter((account) => account > claim.after)
    .sort()
    .slice(0, steps);
  return claimJobs(db, { ...claim, steps, served, last: served.map((account) => turns.get(account) ?? '') });
}

/** The query for a ready job, of any account. */
export const left = prepared((db, { kind, slow }: Pick<Claim, 'kind' | 'slow'>) => {
  // Not `exists`: as in `lookedAhead`.
  const some = sql`select 1 as ready where
    (select min(account_id) from jobs where state = 'ready' and kind = ${kind} and slow = ${slow}) is not null`;
  return { compile: () => some.compile(db.query) };
});

/** Claims jobs and returns them, and whether others are ready: one look less than a further claim that finds none. */
export async function take(db: Database, claim: Claim): Promise<{ taken: Claimed[]; hasMore: boolean }> {
  const { found, others } = await db.write({
    found: statement(claimed(db, claim)),
    others: statement(left(db, claim)),
  });
  const taken = found.rows.map((row) => ({ ...row, attempts: Number(row.attempts), lease: Number(row.lease) }));
  return { taken, hasMore: others.rows.length > 0 };
}

/** A kind that has ready jobs; null in the row with the time when the next waiting job is due. */
interface Look {
  readonly kind: string | null;
  readonly slow: number;
  readonly due: number | null;
}

/** The query for which of some kinds have ready jobs, and for when the next waiting job is due. */
export const lookedAhead = prepared((db, { kinds }: { kinds: readonly string[] }) => {
  // Not `exists`: PostgreSQL then prefers to read the table from its start.
  const isReady = [0, 1].flatMap((slow) =>
    kinds.map(
      (kind) =>
        sql`select cast(${kind} as text) as kind, ${sql.lit(slow)} as slow, null as due where (
          select min(account_id) from jobs where state = 'ready' and kind = ${kind} and slow = ${sql.lit(slow)}
        ) is not null`,
    ),
  );
  const due = sql`select null as kind, 0 as slow, min(run_at) as due from jobs where state = 'waiting'`;
  const look = sql<Look>`${sql.join([due, ...isReady], sql` union all `)}`;
  return { compile: () => look.compile(db.query) };
});

/** The kinds that have ready jobs, and those whose ready jobs wait apart; when the next waiting job is due, in ms since 1970. */
export async function look(db: Database, kinds: readonly string[]) {
  const rows = await db.read(lookedAhead(db, { kinds }));
  const due = rows.find(({ kind }) => kind === null)?.due ?? null;
  const found = (slow: number) => rows.flatMap((row) => (Number(row.slow) === slow ? (row.kind ?? []) : []));
  return { ready: found(0), slow: found(1), due: due === null ? undefined : Number(due) };
}
