import { AppError } from '../../../errors.ts';
import { createLanes } from '../../../scheduling/lanes.ts';
import { type Bounded, takingUpTo } from '../../bounded.ts';
import type { Asker } from '../../scans/scan-queue.ts';
import type { Compiled } from '../../unit.ts';
import type { Row } from '../driver.ts';
import { createStatements } from '../statements.ts';
import { openToRead, readError } from './reader.ts';

/** Reads of some megabytes, which share the event loop with everything else. */
export interface LargeReader {
  /** Runs one query up to a number of bytes; see `Database.readUpTo`. */
  readUpTo(query: Compiled<unknown>, maxBytes: number, of: Asker): Promise<Bounded<Row>>;
  /** While `hold` is true, queues reads instead of starting them. The one that runs is completed immediately. */
  hold(hold: boolean): void;
  /** Drops all prepared statements, as needed after a schema change. */
  forgetStatements(): void;
  close(): void;
}

/** A read that waits or runs. Each step reads one row; the last one settles the read and returns true. */
interface Reading {
  step(): boolean;
}

/** Max milliseconds of a turn of the event loop, and the page cache in KiB. */
const longestStep = 2;
const cache = 16 * 1024;

/**
 * Opens the reader for large reads. It has a connection to itself: one query runs at a time, row by row over many turns
 * of the event loop, and the snapshot that it holds meanwhile doesn't make other reads stale. Accounts take turns.
 * Throws one sentence if the database can't be opened.
 */
export function openLargeReader(file: string): LargeReader {
  const connection = openToRead(file, cache);
  const statements = createStatements(connection);
  const waiting = createLanes<Reading>();
  let running: Reading | undefined;
  let held = false;
  let closed = false;
  let scheduled = false;

  const runSoon = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      run(performance.now() + longestStep);
    });
  };

  const next = (): Reading | undefined => running ?? (held ? undefined : waiting.next());

  const run = (until: number) => {
    do {
      running = next();
      if (running?.step() !== false) running = undefined;
    } while (hasWork() && performance.now() < until);
    if (hasWork()) runSoon();
  };

  const hasWork = () => running !== undefined || (!held && waiting.size() > 0);

  /** Starts with the first step. By then the rows may no longer be awaited. */
  function* rowsOf({ sql, parameters }: Compiled<unknown>, maxBytes: number, { awaited }: Asker) {
    const refusal = awaited?.refusal();
    if (refusal !== undefined) throw refusal;
    return yield* takingUpTo(statements.get(sql).each(parameters), maxBytes);
  }

  const finishRunning = () => {
    while (running?.step() === false);
    running = undefined;
  };

  return {
    readUpTo: (query, maxBytes, of) =>
      new Promise((resolve, reject) => {
        if (closed) throw new AppError('unavailable', 'The database is closed.', { retryAfter: 5 });
        const rows = rowsOf(query, maxBytes, of);
        const step = () => {
          try {
            const { done, value } = rows.next();
            if (done === true) resolve(value);
            return done === true;
          } catch (error) {
            reject(error instanceof AppError ? error : readError(query.sql, error));
            return true;
          }
        };
        waiting.add(of.account, { step });
        runSoon();
      }),
    hold(hold) {
      held = hold;
      if (hold) finishRunning();
      else runSoon();
    },
    forgetStatements() {
      finishRunning();
      statements.clear();
    },
    close() {
      closed = true;
      held = false;
      run(Number.POSITIVE_INFINITY);
      statements.clear();
      connection.close();
    },
  };
}
