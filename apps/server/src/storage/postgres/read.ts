import { type Bounded, bytesOf, takeUpTo } from '../bounded.ts';
import { ScanTimeout } from '../scans/scan-queue.ts';
import type { Compiled } from '../unit.ts';
import type { Answer, Row } from './driver.ts';
import { endsConnection, failureKind, messageOf, unavailableError } from './failures.ts';
import type { Lease, Pool } from './pool.ts';

/** Runs a query, for at most `timeout` ms; by default for the time that the connection allows. */
export const readFrom = (pool: Pool, query: Compiled<unknown>, timeout?: number): Promise<Row[]> =>
  onLease(pool, query, (lease) => (timeout === undefined ? readOn(lease, query) : readWithin(lease, query, timeout)));

/** Runs a query for at most `timeout` ms, until its rows have so many bytes; see `takeUpTo`. */
export const readUpTo = (pool: Pool, query: Compiled<unknown>, bounds: Bounds): Promise<Bounded<Row>> =>
  onLease(pool, query, (lease) => fetchUpTo(lease, query, bounds));

/** Reads on a connection; retries once if a prepared statement was outdated, on new connections. */
async function onLease<Result>(
  pool: Pool,
  query: Compiled<unknown>,
  read: (lease: Lease) => Promise<Result>,
): Promise<Result> {
  const attempt = async () => read(await pool.lease());
  try {
    return await attempt().catch((error: unknown) => {
      if (failureKind(error) !== 'stale') throw error;
      pool.renew();
      return attempt();
    });
  } catch (error) {
    throw error instanceof ScanTimeout ? error : readError(query, error);
  }
}

async function readOn(lease: Lease, { sql, parameters }: Compiled<unknown>): Promise<Row[]> {
  try {
    const { rows } = await lease.connection.ask(sql, parameters);
    lease.release();
    return rows;
  } catch (error) {
    lease.release(endsConnection(error));
    throw error;
  }
}

/**
 * Runs a query that the server cancels after some ms. In a transaction, so that the setting ends with it, even if a
 * connection pooler is in between. All is pipelined; a COMMIT after a failed query rolls back.
 */
async function readWithin(lease: Lease, { sql, parameters }: Compiled<unknown>, timeout: number): Promise<Row[]> {
  const { connection } = lease;
  const answers = await Promise.allSettled([
    connection.command('begin read only'),
    connection.command(`set local statement_timeout = ${timeout}`),
    connection.ask(sql, parameters),
    connection.command('commit'),
  ]);
  const failed = answers.find((answer) => answer.status === 'rejected');
  lease.release(failed !== undefined && endsConnection(failed.reason));
  if (failed !== undefined) throw failed.reason;
  return answers[2].status === 'fulfilled' ? answers[2].value.rows : [];
}

/** Bounds of a read: bytes of `json`, and ms of each statement and of all. */
interface Bounds {
  readonly maxBytes: number;
  readonly timeout: number;
}

/** Number of rows of the first portion. */
const firstRows = 2;

/** Growth factor of the portions, if so many rows are likely to fit, and the max rows of a portion. */
const growth = 4;
const mostRows = 1_000;

/**
 * Fetches rows in portions: the server builds none of those that follow the one by which the bytes exceed the bound,
 * except a few of the same portion. The cursor ends with its transaction, whose end isn't awaited.
 */
async function fetchUpTo(
  lease: Lease,
  { sql, parameters }: Compiled<unknown>,
  { maxBytes, timeout }: Bounds,
): Promise<Bounded<Row>> {
  const { connection } = lease;
  const until = performance.now() + timeout;
  const fetch = (count: number) => connection.command(`fetch ${count} from page`);
  try {
    let asked = firstRows;
    let next = await allOf([
      connection.command('begin read only'),
      connection.command(`set local statement_timeout = ${timeout}`),
      // Without it the planner assumes that a tenth of the rows is read.
      connection.command('set local cursor_tuple_fraction = 1'),
      connection.ask(`declare page no scroll cursor for ${sql}`, parameters),
      fetch(asked),
    ]);
    const rows: Row[] = [];
    let bytes = 0;
    for (;;) {
      rows.push(...next.rows);
      bytes += bytesOf(next.rows);
      if (bytes > maxBytes) return takeUpTo(rows, maxBytes);
      if (next.rows.length < asked) return { rows, cut: false };
      if (performance.now() > until) throw new ScanTimeout();
      // The next row that exceeds the bound is wanted too: it tells that more follow.
      const fitting = bytes === 0 ? mostRows : 1 + Math.floor(((maxBytes - bytes) * rows.length) / bytes);
      asked = Math.min(growth * rows.length, fitting, mostRows);
      next = await fetch(asked);
    }
  } finally {
    connection.command('commit').then(
      () => lease.release(),
      () => lease.release(true),
    );
  }
}

/** Waits for all answers, and returns the last one; rejects with the first failure. */
async function allOf(pending: readonly Promise<Answer>[]): Promise<Answer> {
  await Promise.allSettled(pending);
  return (await Promise.all(pending)).at(-1) as Answer;
}

/** Names the SQL, never the parameters: they may be secret. */
function readError({ sql }: Compiled<unknown>, error: unknown): Error {
  return failureKind(error) === 'bug'
    ? new Error(`A query failed: ${messageOf(error)}. SQL: ${sql}`, { cause: error })
    : unavailableError(error);
}
