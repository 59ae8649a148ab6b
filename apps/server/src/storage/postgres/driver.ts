import { createHash } from 'node:crypto';
import { Client, DatabaseError, Query, types } from 'pg';

/** A row from the server: integers as numbers, text as strings, bytes as a Buffer, or null. */
export type Row = Record<string, unknown>;

/** The result of a statement. */
export interface Answer {
  readonly rows: Row[];
  /** The number of rows that it changed or returned. */
  readonly changed: number;
  /** The first word of the command tag: `COMMIT`, or `ROLLBACK` if a COMMIT was answered with a rollback. */
  readonly command: string;
}

/** The address of the server, and timeouts in ms. */
export interface ConnectionSettings {
  /** `postgres://…` */
  readonly url: string;
  readonly connectTimeout: number;
  /** The server cancels a statement that runs longer. */
  readonly statementTimeout: number;
  /** The server ends a transaction that is idle for longer, so that it doesn't hold its locks forever. */
  readonly idleInTransactionTimeout: number;
}

/** A connection with pipelining: statements may be sent before earlier ones are answered; they run in order. */
export interface Connection {
  /** Runs a statement with values; it is prepared at its first use. Rejects with the server's error. */
  ask(sql: string, values: readonly unknown[]): Promise<Answer>;
  /** Runs a command without values. */
  command(sql: string): Promise<Answer>;
  /** The number of statements that are not answered yet. */
  unanswered(): number;
  /**
   * The time of the last answer, or of the first statement sent since none was pending, by `performance.now()` in ms.
   */
  lastProgress(): number;
  /** The number of statements prepared on this connection. */
  prepared(): number;
  /** Calls `heard` for each notification of a channel that this connection listens to. */
  onNotification(heard: (payload: string) => void): void;
  /** Waits for pending answers, then closes the connection. */
  close(): Promise<void>;
  /** Closes the connection immediately; pending statements are rejected. */
  destroy(): void;
}

/** Types parsed as JavaScript numbers: 64-bit integers and exact numbers. Every stored integer is below 2^53. */
const numbers = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);

const parsers: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  numbers.has(oid) ? Number : types.getTypeParser(oid, format as 'text');

/**
 * Opens a connection. Calls `onEnd` once when the open connection ends, with the reason unless `close` was called.
 * Rejects with the error of the network or the server.
 */
export async function connect(settings: ConnectionSettings, onEnd: (error?: Error) => void): Promise<Connection> {
  const client = new Client({
    connectionString: settings.url,
    connectionTimeoutMillis: settings.connectTimeout,
    statement_timeout: settings.statementTimeout,
    idle_in_transaction_session_timeout: settings.idleInTransactionTimeout,
    fallback_application_name: 'parley',
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser: parsers },
  });
  let failure: Error | undefined;
  client.on('error', (error) => {
    failure ??= error;
  });
  await client.connect();
  let closing = false;
  client.on('end', () => onEnd(closing ? undefined : (failure ?? new Error('the server closed the connection'))));

  const names = new Map<string, string>();
  let unanswered = 0;
  let progress = performance.now();
  const send = (text: string, values?: unknown[], name?: string): Promise<Answer> => {
    if (unanswered === 0) progress = performance.now();
    unanswered += 1;
    return new Promise((resolve, reject) => {
      const query = new Query({ text, ...(values && { values }), ...(name && { name }) }, (error, result) => {
        unanswered -= 1;
        progress = performance.now();
        if (error) reject(error);
        else resolve({ rows: result.rows, changed: result.rowCount ?? 0, command: result.command });
      });
      client.query(query);
    });
  };

  return {
    ask: (sql, values) => send(sql, values as unknown[], nameOf(names, sql)),
    command: (sql) => send(sql),
    unanswered: () => unanswered,
    lastProgress: () => progress,
    prepared: () => names.size,
    onNotification: (heard) => client.on('notification', ({ payload }) => heard(payload ?? '')),
    close: () => {
      closing = true;
      return client.end();
    },
    destroy: () => client.connection.stream.destroy(),
  };
}

/** Returns the name of a prepared statement: a hash of its text, so it is the same in every process. */
function nameOf(names: Map<string, string>, sql: string): string {
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 16);
    names.set(sql, name);
  }
  return name;
}

/** An error that the server reported. */
export interface ServerFailure {
  /** The SQLSTATE. */
  readonly code: string;
  /** `ERROR`, or `FATAL` or `PANIC`, which end the connection. */
  readonly severity: string;
  /** The server function that reported it; unlike the message, it is never translated. */
  readonly routine: string;
  readonly message: string;
}

/** Returns the server's error, or undefined if the server reported none, such as after a lost connection. */
export function serverFailure(error: unknown): ServerFailure | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  const { code = '', severity = '', routine = '', message } = error;
  return { code, severity, routine, message };
}
