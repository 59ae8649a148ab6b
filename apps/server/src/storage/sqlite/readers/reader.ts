import { AppError } from '../../../errors.ts';
import type { Compiled } from '../../unit.ts';
import type { Connection, Prepared, Row } from '../driver.ts';
import { failureKind, messageOf, openError, unavailableError } from '../failures.ts';
import { resultCode } from '../result-codes.ts';
import { createStatements } from '../statements.ts';
import { openReading } from './open-reading.ts';

/** A read-only connection. */
export interface Reader {
  /** Runs one query and returns its rows. Rejects with `AppError('unavailable')` after a disk or lock error. */
  read(query: Compiled<unknown>): Promise<Row[]>;
  /** While `hold` is true, queues reads instead of starting them. */
  hold(hold: boolean): void;
  /** Drops all prepared statements, as needed after a schema change. */
  forgetStatements(): void;
  close(): void;
}

/** A read that waits for the end of the turn. `run` runs it and settles its promise. */
interface Waiting {
  run(): void;
}

/** Max milliseconds of reads per turn of the event loop, so that connections and timers are served in between. */
const longestRun = 5;

/**
 * Opens the reader of a database in WAL mode. All reads of one turn of the event loop run together at its end, in one
 * transaction. Interleaved with other work, each read would find cold CPU caches and take several times as long
 * (decision 0011). Throws one sentence if the database can't be opened.
 */
export function openReader(file: string): Reader {
  const connection = openToRead(file);
  const statements = createStatements(connection);
  let waiting: Waiting[] = [];
  let held = false;
  let closed = false;

  /**
   * Shares one transaction among the reads: otherwise each read needs two system calls for the lock of a WAL database.
   */
  const beginSnapshot = () => {
    try {
      statements.get('begin').run([]);
    } catch {
      // Each read then runs in its own transaction and reports the error itself.
    }
  };

  const runSoon = () => {
    if (!held) setImmediate(runWaiting, longestRun);
  };

  const runWaiting = (limit: number) => {
    if (held && !closed) return;
    const until = performance.now() + limit;
    const reads = waiting;
    waiting = [];
    if (reads.length === 0) return;
    if (reads.length > 1) beginSnapshot();
    let done = 0;
    while (done < reads.length && (done === 0 || performance.now() < until)) reads[done++]?.run();
    // A failed read may have ended the transaction. If COMMIT fails, throw and end the process: the open snapshot would
    // serve stale reads from now on.
    if (connection.inTransaction) statements.get('commit').run([]);
    if (done === reads.length) return;
    waiting = reads.slice(done);
    runSoon();
  };

  /** Runs `use` with the statement at the end of this turn. */
  const soon = <Result>(sql: string, use: (statement: Prepared) => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (closed) throw new AppError('unavailable', 'The database is closed.', { retryAfter: 5 });
      const run = () => {
        try {
          resolve(use(statements.get(sql)));
        } catch (error) {
          reject(readError(sql, error));
        }
      };
      if (waiting.length === 0) runSoon();
      waiting.push({ run });
    });

  return {
    read: ({ sql, parameters }) => soon(sql, (statement) => statement.all(parameters)),
    hold(hold) {
      held = hold;
      if (waiting.length > 0) runSoon();
    },
    forgetStatements: statements.clear,
    close() {
      closed = true;
      runWaiting(Number.POSITIVE_INFINITY);
      statements.clear();
      connection.close();
    },
  };
}

/** Opens a connection that only reads, with a page cache of some KiB. Throws one sentence if it can't be opened. */
export function openToRead(file: string, cache?: number): Connection {
  try {
    return openReading(file, cache);
  } catch (error) {
    throw openError(file, error);
  }
}

/** Names the SQL, never the parameters: they may be secret. */
export function readError(sql: string, error: unknown): Error {
  const kind = failureKind(error);
  // An error that is fatal for a writer, whose data may not be stored, only fails this one read.
  if (kind === 'unavailable' || kind === 'fatal') return unavailableError(resultCode(error) ?? 0, error);
  return new Error(`A query failed: ${messageOf(error)}. SQL: ${sql}`, { cause: error });
}
