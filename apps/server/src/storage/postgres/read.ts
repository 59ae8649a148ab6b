import type { Compiled } from '../unit.ts';
import type { Row } from './driver.ts';
import { endsConnection, failureKind, messageOf, unavailableError } from './failures.ts';
import type { Lease, Pool } from './pool.ts';

/** The time that a query may take, in ms, by default what the connection allows; and whether it may run again. */
interface Allowed {
  readonly timeout?: number;
  readonly again?: boolean;
}

/** Runs a query; retries once if a prepared statement was outdated, on new connections. */
export async function readFrom(pool: Pool, query: Compiled<unknown>, allowed: Allowed = {}): Promise<Row[]> {
  const { timeout, again = true } = allowed;
  try {
    const lease = await pool.lease();
    return await (timeout === undefined ? readOn(lease, query) : readWithin(lease, query, timeout));
  } catch (error) {
    if (failureKind(error) !== 'stale' || !again) throw readError(query, error);
    pool.renew();
    return readFrom(pool, query, { ...allowed, again: false });
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

/** Names the SQL, never the parameters: they may be secret. */
function readError({ sql }: Compiled<unknown>, error: unknown): Error {
  return failureKind(error) === 'bug'
    ? new Error(`A query failed: ${messageOf(error)}. SQL: ${sql}`, { cause: error })
    : unavailableError(error);
}

/**
 * Ends a query with the first row by which the bytes of `json` exceed the bound, but not before the second row: it
 * tells whether any follow the first one. The windows have no order of their own, so they take the rows in the order of
 * the query.
 */
export const boundedQuery = ({ sql, parameters }: Compiled<unknown>, maxBytes: number): Compiled<unknown> => ({
  sql: `select * from (
      select *, sum(coalesce(octet_length(json), 0)) over (rows between unbounded preceding and 1 preceding) as before,
        row_number() over () as place
      from (${sql}) as whole
    ) as bounded where coalesce(before, 0) <= $${parameters.length + 1} or place <= 2`,
  parameters: [...parameters, maxBytes],
});
