import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Deletable } from '../portion.ts';
import { holdRow } from '../sql/lock-rows.ts';
import { octets } from '../sql/octets.ts';
import { type Condition, type Statement, statement } from '../unit.ts';

/** Counting stops here: a metric must stay cheap while a million jobs wait. */
const countedAtMost = 10_000;

/** The state of a job: due, not due yet or waiting for a retry, under a lease, or given up. */
export type JobState = 'ready' | 'waiting' | 'running' | 'dead';

/** The jobs of one kind in one state. */
export interface Surveyed {
  readonly kind: string;
  readonly state: JobState;
  /** Up to `countedAtMost`. */
  readonly count: number;
  /** Time since the oldest of them became due, or died, in ms. */
  readonly age: number;
}

interface Row extends Omit<Surveyed, 'age'> {
  readonly oldest: number;
}

/** Counts jobs by kind and state. Walks the index from kind to kind, so it doesn't depend on the number of jobs. */
export async function survey(db: Database, now: number): Promise<Surveyed[]> {
  const states = sql.join(
    (['ready', 'waiting', 'running', 'dead'] as const).map((state) => sql`select ${sql.lit(state)} as state`),
    sql` union all `,
  );
  const query = sql`
    with recursive kinds (kind) as (
      select min(kind) from jobs
      union all
      select (select min(jobs.kind) from jobs where jobs.kind > kinds.kind) from kinds where kinds.kind is not null
    ), found as (
      select kinds.kind, states.state,
        (select min(run_at) from jobs where jobs.kind = kinds.kind and jobs.state = states.state) as oldest
      from kinds cross join (${states}) as states where kinds.kind is not null
    )
    select found.kind, found.state, found.oldest,
      (select count(*) from (
        select 1 from jobs where jobs.kind = found.kind and jobs.state = found.state limit ${sql.lit(countedAtMost)}
      ) as counted) as count
    from found where found.oldest is not null`;
  const rows = await db.read<Row>(query.compile(db.query));
  return rows.map(({ oldest, count, ...row }) => ({
    ...row,
    count: Number(count),
    age: Math.max(0, now - Number(oldest)),
  }));
}

/** Which jobs to list. */
export interface Listing {
  readonly state?: JobState | undefined;
  readonly kind?: string | undefined;
  readonly limit: number;
}

/** Reads jobs for the operator, without their payloads: the oldest of each kind and state first. */
export function list(db: Database, { state, kind, limit }: Listing) {
  let query = db.query
    .selectFrom('jobs')
    .select(['id', 'kind', 'state', 'workspace_id as workspace', 'attempts', 'run_at as runAt', 'error']);
  if (state !== undefined) query = query.where('state', '=', state);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  return db.read(query.orderBy('kind').orderBy('state').orderBy('run_at').orderBy('id').limit(limit));
}

/** Finds a job by its ID, without its payload. */
export async function find(db: Database, id: string) {
  const jobs = db.query.selectFrom('jobs').select(['id', 'kind', 'state', 'workspace_id as workspace']);
  const [row] = await db.read(jobs.where('id', '=', id));
  return row;
}

/** Conditions for statements before a change of a job: it is in such a state. */
export const isThere = (db: Database, id: string): Condition =>
  sql<boolean>`exists ${db.query.selectFrom('jobs').select('id').where('id', '=', id)}`;
export const isStopped = (db: Database, id: string): Condition =>
  sql<boolean>`exists ${db.query.selectFrom('jobs').select('id').where('id', '=', id).where('state', 'in', ['dead', 'waiting'])}`;

/** Makes a dead or waiting job due now, with all its attempts. If one with its key is queued, that one replaces it. */
export function retry(db: Database, id: string, now: number) {
  const stopped = db.query
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', ['dead', 'waiting'])
    .where(
      sql<boolean>`exists (select 1 from jobs as twin where twin.kind = jobs.kind and twin.id <> jobs.id
        and twin.workspace_id = jobs.workspace_id and twin.dedupe_key = jobs.dedupe_key
        and twin.dedupe_key is not null and twin.state in ('ready', 'waiting'))`,
    );
  const update = db.query
    .updateTable('jobs')
    .set({ state: 'ready', attempts: 0, run_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['dead', 'waiting']);
  return {
    hold: holdRow(db, 'jobs', { id }),
    replaced: statement(db.query.deleteFrom('jobs').where('id', 'in', stopped)),
    retried: statement(update),
  };
}

/** Deletes a job in any state. An attempt that runs loses its lease, so nothing of it is committed any more. */
export const cancel = (db: Database, id: string): Statement =>
  statement(db.query.deleteFrom('jobs').where('id', '=', id));

/** Deletes the jobs of a kind with a key, like `cancel`. */
export const cancelKeyed = (
  db: Database,
  { workspace, kind, key }: { readonly workspace: string; readonly kind: string; readonly key: string },
): Statement =>
  statement(
    db.query
      .deleteFrom('jobs')
      .where('kind', '=', kind)
      .where('workspace_id', '=', workspace)
      .where('dedupe_key', '=', key),
  );

/** Reads the workspaces of the jobs after one, in the order of their IDs. */
export const ownersAfter = (db: Database, last: string, limit: number) =>
  db.read(
    db.query
      .selectFrom('jobs')
      .select(['id', 'kind', 'workspace_id as workspace'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(limit),
  );

/** Deletes jobs in any state, like `cancel`. */
export const cancelAll = (db: Database, ids: readonly string[]): Statement =>
  statement(db.query.deleteFrom('jobs').where('id', 'in', ids));

/** Reads the jobs that died before a time, of all kinds. */
export function findDead(db: Database, { before, limit }: { before: number; limit: number }): Promise<Deletable[]> {
  const dead = db.query
    .selectFrom('jobs')
    .select(['id', octets(sql.ref('payload')).as('bytes')])
    .where('state', '=', sql.lit('dead'))
    .where('run_at', '<', before);
  return db.read(dead.limit(limit));
}

/** Deletes those that are still dead. */
export const forget = (db: Database, ids: readonly string[]): Statement =>
  statement(db.query.deleteFrom('jobs').where('id', 'in', ids).where('state', '=', 'dead'));
