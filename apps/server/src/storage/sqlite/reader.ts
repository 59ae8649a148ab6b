import { AppError } from '../../errors.ts';
import type { Compiled } from '../unit.ts';
import { type Connection, openConnection, type Row } from './driver.ts';
import { failureKind, messageOf, openError, unavailableError } from './failures.ts';
import { configureReader } from './pragmas.ts';
import { resultCode } from './result-codes.ts';
import { createStatements } from './statements.ts';

/** A connection that only reads. */
export interface Reader {
  /** Runs one query and gives its rows. Rejects with `unavailable` (an AppError) where the disk or a lock is to blame. */
  read(query: Compiled<unknown>): Promise<Row[]>;
  /** Begins no reading while `hold` is true; what is asked meanwhile waits. */
  hold(hold: boolean): void;
  /** Prepares every query anew, as after a change of the schema. */
  forgetStatements(): void;
  close(): void;
}

interface Waiting {
  readonly query: Compiled<unknown>;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds of reading after which others have a turn: connections, timers, whoever waits for an answer. */
const longestRun = 5;

/**
 * Opens the reader of a database that is in WAL mode. The reads of one turn of the event loop run together when the
 * turn ends, in one transaction: alternating with everything else that a request takes, each would find the processor's
 * caches full of that, and take several times as long (decision 0011). Throws one sentence where it can't be opened.
 */
export function openReader(file: string): Reader {
  const connection = open(file);
  const statements = createStatements(connection);
  let waiting: Waiting[] = [];
  let held = false;
  let closed = false;

  const run = ({ query: { sql, parameters }, resolve, reject }: Waiting) => {
    try {
      resolve(statements.get(sql).all(parameters));
    } catch (error) {
      reject(readError(sql, error));
    }
  };

  /** A transaction of their own costs each read two calls of the system, for the lock of a WAL database. */
  const beginView = () => {
    try {
      statements.get('begin').run([]);
    } catch {
      // Then each read has its own again, and says itself what is wrong.
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
    if (reads.length > 1) beginView();
    let done = 0;
    while (done < reads.length && (done === 0 || performance.now() < until)) run(reads[done++] as Waiting);
    // A read that failed may have ended it. One that can't be ended would show old data from now on: better to throw
    // here, which ends the process.
    if (connection.inTransaction) statements.get('commit').run([]);
    if (done === reads.length) return;
    waiting = reads.slice(done);
    runSoon();
  };

  return {
    read: (query) =>
      new Promise((resolve, reject) => {
        if (closed) throw new AppError('unavailable', 'The database is closed.', { retryAfter: 5 });
        if (waiting.length === 0) runSoon();
        waiting.push({ query, resolve, reject });
      }),
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

function open(file: string): Connection {
  let connection: Connection | undefined;
  try {
    connection = openConnection({ file, readOnly: true });
    configureReader(connection);
    return connection;
  } catch (error) {
    connection?.close();
    throw openError(file, error);
  }
}

/** Names the query and never its parameters: they may be secret. */
function readError(sql: string, error: unknown): Error {
  const kind = failureKind(error);
  // What would be fatal to a writer, who can't know what is stored, is only an answer that a reader can't give.
  if (kind === 'unavailable' || kind === 'fatal') return unavailableError(resultCode(error) ?? 0, error);
  return new Error(`A query failed: ${messageOf(error)}. SQL: ${sql}`, { cause: error });
}
