import type { Bounded } from '../bounded.ts';
import {
  createScanQueue,
  type ScanCounters,
  type ScanOf,
  type ScanSettings,
  ScanTimeout,
} from '../scans/scan-queue.ts';
import type { Compiled } from '../unit.ts';
import { type Row, serverFailure } from './driver.ts';
import { createPool, type PoolSettings } from './pool.ts';
import { readFrom, readUpTo } from './read.ts';

/** SQLSTATE `query_canceled`: the statement timeout, or an administrator. */
const canceled = '57014';

/** Time after its timeout within which a server may still answer, in ms; then its connection counts as lost. */
const grace = 5_000;

/** The scans of a database on a server. */
export interface Scans {
  /** See `Database.scan`. */
  scan(query: Compiled<unknown>, of: ScanOf, maxBytes?: number): Promise<Bounded<Row>>;
  counters(): ScanCounters;
  /** Completes the accepted scans and closes their connections. */
  close(): Promise<void>;
}

/** Runs scans on connections of their own, one on each, which are opened when they are needed. */
export function createScans(settings: ScanSettings, connecting: Pick<PoolSettings, 'connect' | 'onReachable'>): Scans {
  const { readers, timeoutMs: timeout } = settings;
  const queue = createScanQueue(settings);
  const pool = createPool({ size: readers, sharing: 1, maxSilence: timeout + grace, ...connecting });
  return {
    scan: (query, of, maxBytes) =>
      queue.run(of, async () => {
        try {
          if (maxBytes !== undefined) return await readUpTo(pool, query, { maxBytes, timeout });
          return { rows: await readFrom(pool, query, timeout), cut: false };
        } catch (error) {
          throw causedBy(error, canceled) ? new ScanTimeout() : error;
        }
      }),
    counters: queue.counters,
    close: async () => {
      await queue.close();
      await pool.close();
    },
  };
}

const causedBy = (error: unknown, code: string): boolean =>
  error instanceof Error && serverFailure(error.cause)?.code === code;
