import { createHash } from 'node:crypto';
import { Client, DatabaseError, Query, types } from 'pg';

/** A row as the server gives it: integers as numbers, text as strings, bytes as a Buffer, null. */
export type Row = Record<string, unknown>;

/** What a statement did. */
export interface Answer {
  readonly rows: Row[];
  /** The rows that it touched or returned. */
  readonly changed: number;
  /** The first word of the command tag: `COMMIT`, and `ROLLBACK` for a COMMIT that could not be had. */
  readonly command: string;
}

/** Where to connect and how long to wait; times in milliseconds. */
export interface ConnectionSettings {
  /** `postgres://…` */
  readonly url: string;
  readonly connectTimeout: number;
  /** The server ends a statement that runs longer. */
  readonly statementTimeout: number;
  /** The server ends a transaction that waits longer for its client, so that nobody's locks stay behind. */
  readonly idleInTransactionTimeout: number;
}

/** A connection. Statements may be asked before the earlier ones are answered: they travel together, in order. */
export interface Connection {
  /** Runs a statement with values, prepared under a name at its first use. Rejects with what the server says. */
  ask(sql: string, values: readonly unknown[]): Promise<Answer>;
  /** Runs a command without values. */
  command(sql: string): Promise<Answer>;
  /** Statements that are not answered yet. */
  unanswered(): number;
  /** When there was last an answer, or something to ask after none was left, in milliseconds of `performance.now()`. */
  lastProgress(): number;
  /** Statements prepared on this connection so far. */
  prepared(): number;
  /** Calls back for each notification of a channel that this connection listens to. */
  onNotification(heard: (payload: string) => void): void;
  /** Answers what has been asked, then ends. */
  close(): Promise<void>;
  /** Cuts the connection: what isn't answered is rejected. */
  destroy(): void;
}

/** 64-bit integers and exact numbers as JavaScript numbers: every integer that is stored is below 2^53. */
const numbers = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);

const parsers: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  numbers.has(oid) ? Number : types.getTypeParser(oid, format as 'text');

/**
 * Opens a connection. `onEnd` is called once, when it ends for whatever reason after it was open, with that reason
 * unless it was closed on purpose. Rejects with the error of the network or of the server.
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

/** The name under which a statement is prepared: a digest of its text, so that it is the same in every process. */
function nameOf(names: Map<string, string>, sql: string): string {
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 16);
    names.set(sql, name);
  }
  return name;
}

/** A failure in the server's own words. */
export interface ServerFailure {
  /** The SQLSTATE. */
  readonly code: string;
  /** `ERROR`, or `FATAL` and `PANIC`, which end the connection. */
  readonly severity: string;
  /** The function of the server that reports it: messages are translated, this isn't. */
  readonly routine: string;
  readonly message: string;
}

/** What the server says of a failure, or undefined where the failure isn't the server's: a lost connection. */
export function serverFailure(error: unknown): ServerFailure | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  const { code = '', severity = '', routine = '', message } = error;
  return { code, severity, routine, message };
}
