import { AppError } from '../../errors.ts';
import { type Connection, openConnection, type Row } from './driver.ts';
import { failureKind, messageOf, openError, unavailableError } from './failures.ts';
import { configureReader } from './pragmas.ts';
import { resultCode } from './result-codes.ts';
import { createStatements } from './statements.ts';

/** A connection that only reads. */
export interface Reader {
  /** Runs one query and gives its rows. Throws `unavailable` (an AppError) where the disk or a lock is to blame. */
  read(query: { readonly sql: string; readonly parameters: readonly unknown[] }): Row[];
  /** Prepares every query anew, as after a change of the schema. */
  forgetStatements(): void;
  close(): void;
}

/** Opens the reader of a database that is in WAL mode. Throws one sentence where it can't be opened. */
export function openReader(file: string): Reader {
  const connection = open(file);
  const statements = createStatements(connection);
  let closed = false;
  return {
    read({ sql, parameters }) {
      if (closed) throw new AppError('unavailable', 'The database is closed.', { retryAfter: 5 });
      try {
        return statements.get(sql).all(parameters);
      } catch (error) {
        throw readError(sql, error);
      }
    },
    forgetStatements: statements.clear,
    close() {
      closed = true;
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
