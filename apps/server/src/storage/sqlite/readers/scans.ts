import type { Bounded } from '../../bounded.ts';
import { createScanQueue, type ScanCounters, type ScanOf, type ScanSettings } from '../../scans/scan-queue.ts';
import type { Compiled } from '../../unit.ts';
import type { Row } from '../driver.ts';
import { createScanners } from './scanners.ts';

/** The scans of an embedded database. */
export interface Scans {
  /** See `Database.scan`. */
  scan(query: Compiled<unknown>, of: ScanOf, maxBytes?: number): Promise<Bounded<Row>>;
  /** While `hold` is true, starts no scans. */
  hold(hold: boolean): void;
  /** Lets the running scans end before it starts others, and calls `restartLog` in between. */
  giveWay(): void;
  forgetStatements(): void;
  counters(): ScanCounters;
  /** Completes the accepted scans and ends the reader processes. */
  close(): Promise<void>;
}

/** Runs scans in reader processes. `restartLog` restarts the write-ahead log, which holds and releases scans, too. */
export function createScans(file: string, settings: ScanSettings, restartLog: () => void): Scans {
  const queue = createScanQueue(settings);
  const scanners = createScanners(file);
  let isGivingWay = false;
  return {
    scan: (query, of, maxBytes = Number.POSITIVE_INFINITY) =>
      queue.run(of, () => scanners.scan({ query, maxBytes, ms: settings.timeoutMs })),
    hold: (hold) => queue.hold(hold || isGivingWay),
    giveWay() {
      // Without a running scan, something else is in the way, such as a backup.
      if (isGivingWay || queue.counters().running === 0) return;
      isGivingWay = true;
      void queue.whenIdle().then(() => {
        isGivingWay = false;
        restartLog();
      });
    },
    forgetStatements: scanners.forgetStatements,
    counters: queue.counters,
    close: async () => {
      await queue.close();
      await scanners.close();
    },
  };
}
