import type { Bounded } from '../bounded.ts';
import type { Database } from '../database.ts';
import { type ScanSettings, usualScans } from '../scans/scan-queue.ts';
import { compiled, writeUnits } from '../unit.ts';
import { type Connection, connect } from './driver.ts';
import { messageOf } from './failures.ts';
import { createListener, type Listener } from './listener.ts';
import { addressOf, openError } from './open-error.ts';
import { createPool } from './pool.ts';
import { postgresQuery } from './query.ts';
import { readFrom } from './read.ts';
import { createScans } from './scans.ts';
import { checkServer } from './server-checks.ts';
import { timeouts } from './timeouts.ts';
import { writeUnit } from './write.ts';

/** Max queries that share a connection; with more, many would wait behind a slow one. */
const readersPerConnection = 16;

/**
 * Settings of reads that may be large. They run on connections of their own, so that no short read waits behind them.
 */
const largeReads: ScanSettings = { ...usualScans, readers: 2 };

/** The settings of `openPostgres`. */
export interface PostgresSettings {
  /** `postgres://user:password@host:port/database`, with `sslmode=verify-full` and the like as the query. */
  readonly url: string;
  /** Max pooled connections, 2 or more; each listener uses one more, and so does each scan or large read that runs. */
  readonly connections: number;
  /** `usualScans` by default. */
  readonly scans?: ScanSettings | undefined;
  /** Receives a sentence for the log about a problem that lost no data. */
  readonly onNotice: (message: string) => void;
}

/**
 * Opens a database on a PostgreSQL server. Short queries share a few pipelined connections; each scan and each
 * unit of work has a connection to itself. Rejects with one sentence for the operator if the server can't be reached or
 * can't store data durably.
 */
export async function openPostgres({
  url,
  connections,
  scans = usualScans,
  onNotice,
}: PostgresSettings): Promise<Database> {
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
  const scanners = createScans(scans, { connect: openOne, onReachable: reachable });
  const large = createScans(largeReads, { connect: openOne, onReachable: reachable });
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
    const pools = [readers, writers, scanners, large, ...listeners];
    await Promise.all(pools.map((pool) => pool.close()));
  };
  try {
    // Opens one connection per pool immediately: if the server has few connections left, neither pool takes them all.
    await Promise.all([readers.lease(), writers.lease()].map(async (lease) => (await lease).release()));
  } catch (error) {
    await close();
    throw openError(url, error);
  }
  return {
    engine: 'postgres',
    query: postgresQuery,
    read: async (query) => (await readFrom(readers, compiled(query))) as never[],
    readUpTo: async (query, maxBytes, of) =>
      (await large.scan(compiled(query), { ...of, narrow: 'Ask for fewer items.' }, maxBytes)) as Bounded<never>,
    scan: async (query, of, maxBytes) => (await scanners.scan(compiled(query), of, maxBytes)) as Bounded<never>,
    write: writeUnits((unit) => counted(() => writeUnit(writers, unit))),
    // Each unit is its own transaction.
    counters: () => ({ ...written, commits: written.units, scans: scanners.counters() }),
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
