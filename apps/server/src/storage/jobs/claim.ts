import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../sql/prepared.ts';
import type { JobRow } from '../tables.ts';
import { type Compiled, statement } from '../unit.ts';

/** A job that this process has claimed. */
export type Claimed = Pick<JobRow, 'id' | 'workspace_id' | 'kind' | 'payload' | 'attempts' | 'lease' | 'dedupe_key'>;

/** What to claim: jobs of a kind, one of each workspace, for the workspaces after the one that was served last. */
export interface Claim {
  readonly kind: string;
  readonly after: string;
  /** Workspaces that have their share already. */
  readonly busy: readonly string[];
  readonly jobs: number;
}

/**
 * Claims at most one job of each workspace, so that tenants take turns however much each has queued. The walk jumps
 * from workspace to workspace in the index `jobs_ready`: it costs one look-up for each, whatever their number of jobs.
 * What is picked is locked, or there is one writer, so the update has no further condition.
 */
const claimJobs = prepared((db, { kind, after, busy, jobs, steps }: Claim & { steps: number }) => {
  const next = (previous: RawBuilder<unknown>) =>
    sql`(select min(workspace_id) from jobs where state = 'ready' and kind = ${kind} and workspace_id > ${previous})`;
  const lock = db.engine === 'sqlite' ? sql`` : sql`for update skip locked`;
  const free = busy.length === 0 ? sql`` : sql`and tenants.workspace_id not in (${sql.join(busy)})`;
  const claim = sql<Claimed>`
    with recursive tenants (workspace_id, place) as (
      select ${next(sql`${after}`)}, 1
      union all
      select ${next(sql`tenants.workspace_id`)}, place + 1
      from tenants where tenants.workspace_id is not null and place < ${steps}
    ), picked as materialized (
      select (
        select first.id from jobs as first
        where first.state = 'ready' and first.kind = ${kind} and first.workspace_id = tenants.workspace_id
        order by first.priority, first.run_at, first.id limit 1 ${lock}
      ) as id
      from tenants where tenants.workspace_id is not null ${free}
      order by place limit ${jobs}
    )
    update jobs set state = 'running', lease = lease + 1, attempts = attempts + 1
    where id in (select picked.id from picked)
    returning id, workspace_id, kind, payload, attempts, lease, dedupe_key`;
  return { compile: () => claim.compile(db.query) };
});

/** The statement that claims jobs. */
export const claimed = (db: Database, claim: Claim): Compiled<Claimed> =>
  claimJobs(db, { ...claim, steps: claim.jobs + claim.busy.length });

/** Claims jobs and returns them. */
export async function take(db: Database, claim: Claim): Promise<Claimed[]> {
  const { found } = await db.write({ found: statement(claimed(db, claim)) });
  return found.rows.map((row) => ({ ...row, attempts: Number(row.attempts), lease: Number(row.lease) }));
}

/** The query for which of some kinds have ready jobs, and for when the next waiting job is due. */
export const lookedAhead = prepared((db, { kinds }: { kinds: readonly string[] }) => {
  // Not `exists`: PostgreSQL then prefers to read the table from its start.
  const isReady = kinds.map(
    (kind) =>
      sql`select cast(${kind} as text) as kind, null as due
          where (select min(workspace_id) from jobs where state = 'ready' and kind = ${kind}) is not null`,
  );
  const due = sql`select null as kind, min(run_at) as due from jobs where state = 'waiting'`;
  const look = sql<{ kind: string | null; due: number | null }>`${sql.join([due, ...isReady], sql` union all `)}`;
  return { compile: () => look.compile(db.query) };
});

/** The kinds that have ready jobs, and when the next waiting job is due, in ms since 1970. */
export async function look(db: Database, kinds: readonly string[]) {
  const rows = await db.read(lookedAhead(db, { kinds }));
  const due = rows.find(({ kind }) => kind === null)?.due ?? null;
  return {
    ready: rows.flatMap(({ kind }) => kind ?? []),
    due: due === null ? undefined : Number(due),
  };
}
