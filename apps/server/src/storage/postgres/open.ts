import { type Bounded, takeUpTo } from '../bounded.ts';
import type { Database } from '../database.ts';
import { type Compiled, compiled, writeUnits } from '../unit.ts';
import { type Connection, connect, type Row } from './driver.ts';
import { endsConnection, failureKind, messageOf, unavailableError } from './failures.ts';
import { createListener, type Listener } from './listener.ts';
import { addressOf, openError } from './open-error.ts';
import { createPool, type Lease, type Pool } from './pool.ts';
import { postgresQuery } from './query.ts';
import { checkServer } from './server-checks.ts';
import { timeouts } from './timeouts.ts';
import { writeUnit } from './write.ts';

/** Max queries that share a connection; with more, many would wait behind a slow one. */
const readersPerConnection = 16;

/** The settings of `openPostgres`. */
export interface PostgresSettings {
  /** `postgres://user:password@host:port/database`, with `sslmode=verify-full` and the like as the query. */
  readonly url: string;
  /** Max pooled connections, 2 or more; each listener uses one more. */
  readonly connections: number;
  /** Receives a sentence for the log about a problem that lost no data. */
  readonly onNotice: (message: string) => void;
}

/**
 * Opens a database on a PostgreSQL server. Queries share a few pipelined connections; each unit of work has a
 * connection to itself. Rejects with one sentence for the operator if the server can't be reached or can't store data
 * durably.
 */
export async function openPostgres({ url, connections, onNotice }: PostgresSettings): Promise<Database> {
  const settings = {
    url,
    connectTimeout: timeouts.connect,
    statementTimeout: timeouts.statement,
    idleInTransactionTimeout: timeouts.idleInTransaction,
  };
  const openOne = (onEnd: (error?: Error) => void) => connect(settings, onEnd);
  await checkConnection(openOne, url);

  const reachable = reachability(addressOf(url), onNotice);
  const pool = (size: number, sharing: number) =>
    createPool({ size, sharing, maxSilence: timeouts.silence, connect: openOne, onReachable: reachable });
  // Measured with 64 readers: 4 shared connections answer twice as many queries as 10 unshared ones, at half the CPU.
  const readers = pool(Math.max(1, Math.floor(connections * 0.4)), readersPerConnection);
  const writers = pool(Math.max(1, connections - Math.floor(connections * 0.4)), 1);
  const listeners = new Set<Listener>();
  const written = { units: 0, failedUnits: 0 };
  const counted = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await write();
      written.units += 1;
      return result;
    } catch (error) {
      written.failedUnits += 1;
      throw error;
    }
  };
  const close = async () => {
    await Promise.all([readers.close(), writers.close(), ...[...listeners].map((listener) => listener.close())]);
  };
  try {
    // Opens one connection per pool at once: if the server has few connections left, neither pool takes them all.
    await Promise.all([readers.lease(), writers.lease()].map(async (lease) => (await lease).release()));
  } catch (error) {
    await close();
    throw openError(url, error);
  }
  return {
    engine: 'postgres',
    query: postgresQuery,
    read: async (query) => (await readFrom(readers, compiled(query))) as never[],
    readUpTo: async (query, maxBytes) =>
      takeUpTo((await readFrom(readers, boundedQuery(compiled(query), maxBytes))) as Row[], maxBytes) as Bounded<never>,
    write: writeUnits((unit) => counted(() => writeUnit(writers, unit))),
    // Each unit is its own transaction.
    counters: () => ({ ...written, commits: written.units }),
    listen: (channel, heard) => {
      const listener = createListener({ channel, heard, connect: openOne });
      listeners.add(listener);
      return listener;
    },
    close,
  };
}

async function checkConnection(openOne: (onEnd: () => void) => Promise<Connection>, url: string): Promise<void> {
  try {
    const connection = await openOne(() => {});
    await checkServer(connection).finally(connection.close);
  } catch (error) {
    throw openError(url, error);
  }
}

/**
 * Ends a query with the first row by which the bytes of `json` exceed the bound. The window has no order of its own, so
 * it takes the rows in the order of the query.
 */
const boundedQuery = ({ sql, parameters }: Compiled<unknown>, maxBytes: number): Compiled<unknown> => ({
  sql: `select * from (
      select *, sum(coalesce(octet_length(json), 0)) over (rows between unbounded preceding and 1 preceding) as before
      from (${sql}) as whole
    ) as bounded where coalesce(before, 0) <= $${parameters.length + 1}`,
  parameters: [...parameters, maxBytes],
});

/** Runs a query; retries once if a prepared statement was outdated, on new connections. */
async function readFrom(pool: Pool, query: Compiled<unknown>, again = true): Promise<Row[]> {
  try {
    return await readOn(await pool.lease(), query);
  } catch (error) {
    if (failureKind(error) !== 'stale' || !again) throw readError(query, error);
    pool.renew();
    return readFrom(pool, query, false);
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

/** Names the SQL, never the parameters: they may be secret. */
function readError({ sql }: Compiled<unknown>, error: unknown): Error {
  return failureKind(error) === 'bug'
    ? new Error(`A query failed: ${messageOf(error)}. SQL: ${sql}`, { cause: error })
    : unavailableError(error);
}

/** Logs when the database becomes unreachable and when it returns, once each for all pools. */
function reachability(address: string, onNotice: (message: string) => void): (error: Error | undefined) => void {
  let away = false;
  return (error) => {
    if (away === (error !== undefined)) return;
    away = error !== undefined;
    onNotice(
      error === undefined
        ? `The database ${address} can be reached again.`
        : `The connection to the database ${address} was lost: ${messageOf(error)}.`,
    );
  };
}
