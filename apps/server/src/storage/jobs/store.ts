import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { prepared } from '../sql/prepared.ts';
import type { JobRow } from '../tables.ts';
import { type Condition, one, type Statement, statement } from '../unit.ts';
import { LeaseLost } from './kind.ts';

/** A job under a lease. The lease number changes with each claim, so it fences off every earlier attempt. */
export interface Leased {
  readonly id: string;
  readonly lease: number;
}

/** A literal, so that both engines can prove that partial indexes apply. */
const queued = sql<boolean>`state in ('ready', 'waiting')`;

type Columns = Pick<
  JobRow,
  'id' | 'workspace_id' | 'kind' | 'payload' | 'state' | 'priority' | 'run_at' | 'dedupe_key'
>;

/** A row, and the workspace whose account's turn it takes. */
type NewJob = Columns & { readonly turnOf: string };

/** Tells if the job has a key. */
type Keyed = 'keyed' | 'plain';

/** SQLite needs a WHERE before ON CONFLICT to tell it from a join. */
const always = sql<boolean>`1 = 1`;

/**
 * The account whose turn a workspace's job takes. A workspace without an account counts as an account of its own: the
 * system, or a deleted workspace.
 */
const ownerOf = (workspace: string) =>
  // The workspaces' table says whose they are; a caller need not know.
  sql<string>`coalesce((select account_id from workspaces where id = ${workspace}), cast(${workspace} as text))`;

function insertion(db: Database, row: NewJob, { keyed, when }: { keyed: Keyed; when: Condition }) {
  const { priority, run_at: runAt, turnOf, ...texts } = row;
  const into = db.query.insertInto('jobs').columns([...columns, 'account_id', 'priority', 'run_at', 'created_at']);
  const long = (value: number) => sql<number>`cast(${value} as bigint)`;
  const values = db.query.selectNoFrom([
    ...columns.map((column) => sql<string>`cast(${texts[column]} as text)`.as(column)),
    ownerOf(turnOf).as('account_id'),
    long(priority).as('priority'),
    long(runAt).as('run_at'),
    long(runAt).as('created_at'),
  ]);
  const all = into.expression(values.where(when));
  if (keyed === 'plain') return all;
  const isEarlier = sql`jobs.attempts = 0 and excluded.run_at < jobs.run_at`;
  return all.onConflict((conflict) =>
    conflict
      .columns(['kind', 'workspace_id', 'dedupe_key'])
      .where(sql<boolean>`dedupe_key is not null and ${queued}`)
      .doUpdateSet({
        payload: sql`excluded.payload`,
        run_at: sql`case when ${isEarlier} then excluded.run_at else jobs.run_at end`,
        state: sql`case when ${isEarlier} then excluded.state else jobs.state end`,
      }),
  );
}

const insertRow = prepared((db, row: NewJob, keyed: Keyed) => insertion(db, row, { keyed, when: always }));

/**
 * Inserts a job, if the condition holds. If one with the same key is queued, that one takes the new payload, and the
 * earlier of both times unless it is waiting for a retry. The update also locks it until the unit commits: a claim
 * before that wouldn't see what the unit writes.
 */
export function insert(db: Database, row: NewJob, when: Condition | undefined): Statement {
  const keyed = row.dedupe_key === null ? 'plain' : 'keyed';
  return statement(when === undefined ? insertRow(db, row, keyed) : insertion(db, row, { keyed, when }));
}

const columns = ['id', 'workspace_id', 'kind', 'payload', 'state', 'dedupe_key'] as const;

const lost = () => new LeaseLost();

const beat = prepared((db, { id, lease }: Leased) =>
  db.query
    .updateTable('jobs')
    .set((of) => ({ beat: of('beat', '+', 1) }))
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', sql.lit('running')),
);

/** Throws `LeaseLost` if the lease isn't valid any more, and otherwise holds it until the unit ends. */
export const guard = (db: Database, leased: Leased): Statement => one(beat(db, leased), lost);

const removal = prepared((db, { id, lease }: Leased) =>
  db.query.deleteFrom('jobs').where('id', '=', id).where('lease', '=', lease).where('state', '=', sql.lit('running')),
);

/** Deletes a job that is done; throws `LeaseLost` if the lease isn't valid any more. */
export const finish = (db: Database, leased: Leased): Statement => one(removal(db, leased), lost);

/** Changes of a running job that goes back into the queue. */
export interface Again {
  readonly payload?: string;
  /** The attempts that count so far. */
  readonly attempts: number;
  readonly error: string | null;
  /** When it is due, and whether that is now. */
  readonly runAt: number;
  readonly state: 'ready' | 'waiting';
  /** 1 if it waits apart from now on; unchanged if undefined. */
  readonly slow?: 0 | 1;
}

type AgainArguments = Leased & { [Name in keyof Again]: Again[Name] | undefined };

const dropTwin = prepared((db, { id, lease }: Leased) =>
  db.query
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', sql.lit('running'))
    .where(
      sql<boolean>`exists (select 1 from jobs as twin where twin.kind = jobs.kind
        and twin.workspace_id = jobs.workspace_id and twin.dedupe_key = jobs.dedupe_key
        and twin.dedupe_key is not null and twin.state in ('ready', 'waiting'))`,
    ),
);

const requeue = prepared((db, { id, lease, attempts = 0, error = null, runAt = 0, ...how }: AgainArguments) =>
  db.query
    .updateTable('jobs')
    .set({ attempts, error, run_at: runAt, ...(how.state && { state: how.state }) })
    .set({
      ...(how.payload !== undefined && { payload: how.payload }),
      ...(how.slow !== undefined && { slow: how.slow }),
    })
    .set((of) => ({ lease: of('lease', '+', 1) }))
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', sql.lit('running')),
);

/**
 * Puts a running job back into the queue. If another one with its key was queued meanwhile, that one replaces it. The
 * first statement throws `LeaseLost` if the lease isn't valid any more.
 */
export const again = (db: Database, leased: Leased, how: Again): Statement[] => [
  guard(db, leased),
  statement(dropTwin(db, leased)),
  statement(requeue(db, { ...leased, payload: undefined, slow: undefined, ...how })),
];

const burial = prepared((db, { id, lease, error, now }: Leased & { error: string; now: number }) =>
  db.query
    .updateTable('jobs')
    .set({ state: 'dead', error, run_at: now })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', sql.lit('running')),
);

/** Marks a running job as dead, with the reason; throws `LeaseLost` if the lease isn't valid any more. */
export const bury = (db: Database, leased: Leased, { error, now }: { error: string; now: number }): Statement =>
  one(burial(db, { ...leased, error, now }), lost);

/** Renews leases and returns those that are still held. */
export const beatAll = (db: Database, ids: readonly string[]) =>
  statement(
    db.query
      .updateTable('jobs')
      .set((of) => ({ beat: of('beat', '+', 1) }))
      .where('id', 'in', ids)
      .where('state', '=', sql.lit('running'))
      .returning(['id', 'lease']),
  );

/** Max running jobs that one look reads; far more than processes run. */
const maxRunning = 1_000;

/** Reads the running jobs of all processes. */
export const running = (db: Database) =>
  db.read(
    db.query
      .selectFrom('jobs')
      .select(['id', 'lease', 'beat', 'attempts'])
      .where('state', '=', sql.lit('running'))
      .limit(maxRunning),
  );

/** Max waiting jobs that one unit of work makes ready. */
const maxPromoted = 500;

/** Makes waiting jobs ready that are due. */
export function promote(db: Database, now: number): Statement {
  const due = db.query
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', sql.lit('waiting'))
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .limit(maxPromoted);
  const batch = db.engine === 'sqlite' ? due : due.forUpdate().skipLocked();
  return statement(db.query.updateTable('jobs').set({ state: 'ready' }).where('id', 'in', batch));
}

/** Makes retries due that a clock set back has moved out of reach. */
export const recall = (db: Database, { now, latest }: { now: number; latest: number }): Statement =>
  statement(
    db.query
      .updateTable('jobs')
      .set({ run_at: now })
      .where('state', '=', sql.lit('waiting'))
      .where('attempts', '>', 0)
      .where('run_at', '>', latest),
  );
