import { AppError } from '../../errors.ts';
import { serverFailure } from './driver.ts';

/**
 * The kind of a failure. `conflict`: a broken UNIQUE or PRIMARY KEY; `missing`: a broken FOREIGN KEY. `race`: the
 * transaction lost against another one and may be retried. `stale`: a prepared statement is outdated after a schema
 * change. `refused`: a function of the schema said no. `unavailable`: the server can't be reached or may succeed later.
 * `bug`: a mistake in the program.
 */
export type FailureKind = 'conflict' | 'missing' | 'refused' | 'race' | 'stale' | 'unavailable' | 'bug';

/** The kinds by SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const kinds: Readonly<Record<string, FailureKind>> = {
  '23505': 'conflict',
  '23503': 'missing',
  '23514': 'refused', // check_violation
  '40001': 'race', // serialization_failure
  '40P01': 'race', // deadlock_detected
  '26000': 'stale', // invalid_sql_statement_name: a connection pooler switched the server connection
};

const busy = 'The database is busy; try again shortly.';
const away = 'The database cannot be reached; try again shortly.';
const readOnly = 'The database is read-only, so nothing could be saved.';

/** The sentences for the caller, by SQLSTATE or by its class (its first two characters). */
const sentences: Readonly<Record<string, string>> = {
  '08': away,
  '25006': readOnly,
  '25P03': busy, // idle_in_transaction_session_timeout
  '40': busy,
  '53': 'The database is out of resources; try again shortly.',
  '53100': 'The disk that holds the database is full, so nothing could be saved.',
  '53300': 'The database has too many connections; try again shortly.',
  '55P03': busy, // lock_not_available
  '57': away,
  '57014': 'The database statement timed out; try again shortly.',
  '58': 'The disk that holds the database reported an error.',
};

/** Seconds until a retry makes sense: a server usually returns sooner than disk space does. */
const retryAfter = (code: string) => (code === '53100' || code === '25006' || code.startsWith('58') ? 5 : 1);

/** Returns the kind of a failure. An error that the server didn't report means a lost or failed connection. */
export function failureKind(error: unknown): FailureKind {
  if (error instanceof AppError) return 'unavailable';
  const failure = serverFailure(error);
  if (failure === undefined) return 'unavailable';
  const { code, routine } = failure;
  // "cached plan must not change result type"
  if (code === '0A000' && routine === 'RevalidateCachedQuery') return 'stale';
  return kinds[code] ?? (sentenceOf(code) === undefined ? 'bug' : 'unavailable');
}

/** Returns the `unavailable` error (503) for a failure. */
export function unavailableError(cause?: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const code = serverFailure(cause)?.code ?? '';
  return new AppError('unavailable', sentenceOf(code) ?? away, { retryAfter: retryAfter(code), cause });
}

/** True if the connection is unusable after this error. */
export function endsConnection(error: unknown): boolean {
  const failure = serverFailure(error);
  return failure === undefined || failure.severity === 'FATAL' || failure.severity === 'PANIC';
}

const sentenceOf = (code: string): string | undefined => sentences[code] ?? sentences[code.slice(0, 2)];

/** Returns the message of a thrown value. A connection attempt to several addresses has one message per address. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
