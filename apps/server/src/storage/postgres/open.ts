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

/** Queries that may share a connection: more would make many wait behind a slow one. */
const readersPerConnection = 16;

/** What `openPostgres` needs. */
export interface PostgresSettings {
  /** `postgres://user:password@host:port/database`, with `sslmode=verify-full` and the like as the query. */
  readonly url: string;
  /** Connections at most, 2 or more; one more is held while somebody listens. */
  readonly connections: number;
  /** A sentence for the log: something went wrong and nothing was lost. */
  readonly onNotice: (message: string) => void;
}

/**
 * Opens a database on a PostgreSQL server: queries share a few connections and travel together, units of work each
 * have one to themselves. Rejects with one sentence for the operator where the server can't be reached or can't keep
 * what is acknowledged.
 */
export async function openPostgres({ url, connections, onNotice }: PostgresSettings): Promise<Database> {
  const settings = {
    url,
    connectTimeout: timeouts.connect,
    statementTimeout: timeouts.statement,
    idleInTransactionTimeout: timeouts.idleInTransaction,
  };
  const openOne = (onEnd: (error?: Error) => void) => connect(settings, onEnd);
  await lookAt(openOne, url);

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
    // One of each from the start: where the server has few connections left, neither kind takes them all.
    await Promise.all([readers.lease(), writers.lease()].map(async (lease) => (await lease).release()));
  } catch (error) {
    await close();
    throw openError(url, error);
  }
  return {
    engine: 'postgres',
    query: postgresQuery,
    read: async (query) => (await readFrom(readers, compiled(query))) as never[],
    write: writeUnits((unit) => counted(() => writeUnit(writers, unit))),
    // Each unit is a transaction of its own.
    counters: () => ({ ...written, commits: written.units }),
    listen: (channel, heard) => {
      const listener = createListener({ channel, heard, connect: openOne });
      listeners.add(listener);
      return listener;
    },
    close,
  };
}

async function lookAt(openOne: (onEnd: () => void) => Promise<Connection>, url: string): Promise<void> {
  try {
    const connection = await openOne(() => {});
    await checkServer(connection).finally(connection.close);
  } catch (error) {
    throw openError(url, error);
  }
}

/** Reads once more where a prepared statement was out of date; every connection prepares anew then. */
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

/** Names the query and never its parameters: they may be secret. */
function readError({ sql }: Compiled<unknown>, error: unknown): Error {
  return failureKind(error) === 'bug'
    ? new Error(`A query failed: ${messageOf(error)}. SQL: ${sql}`, { cause: error })
    : unavailableError(error);
}

/** Tells the log when the database goes away and when it is back, once each for all pools. */
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
