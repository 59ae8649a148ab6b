import { AppError } from '../../errors.ts';
import { serverFailure } from './driver.ts';

/**
 * What a failure means: a broken UNIQUE or PRIMARY KEY (`conflict`), a broken FOREIGN KEY (`missing`), a transaction
 * that lost against another one and may run again (`race`), a prepared statement that outlived a change of the schema
 * (`stale`), a server that is away or may do better later (`unavailable`), or a mistake in the program (`bug`).
 */
export type FailureKind = 'conflict' | 'missing' | 'race' | 'stale' | 'unavailable' | 'bug';

/** The kinds by SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const kinds: Readonly<Record<string, FailureKind>> = {
  '23505': 'conflict',
  '23503': 'missing',
  '40001': 'race', // serialization_failure
  '40P01': 'race', // deadlock_detected
  '26000': 'stale', // the prepared statement does not exist: a connection pooler has changed the server behind it
};

const busy = 'The database is busy; try again shortly.';
const away = 'The database can not be reached at the moment; try again shortly.';
const readOnly = 'The database can only be read at the moment, so nothing could be saved.';

/** What a person is told, by SQLSTATE or by its class (its first two characters). */
const sentences: Readonly<Record<string, string>> = {
  '08': away,
  '25006': readOnly,
  '25P03': busy, // idle_in_transaction_session_timeout
  '40': busy,
  '53': 'The database has no resources left for this; try again shortly.',
  '53100': 'The disk that holds the database is full, so nothing could be saved.',
  '53300': 'The database has too many connections; try again shortly.',
  '55P03': busy, // lock_not_available
  '57': away,
  '57014': 'The database took too long for this and stopped; try again shortly.',
  '58': 'The disk that holds the database reported an error.',
};

/** Seconds after which another try makes sense: a server comes back sooner than room on a disk does. */
const retryAfter = (code: string) => (code === '53100' || code === '25006' || code.startsWith('58') ? 5 : 1);

/** Says what kind of failure an error is. What isn't said by the server is a connection that was lost or never had. */
export function failureKind(error: unknown): FailureKind {
  if (error instanceof AppError) return 'unavailable';
  const failure = serverFailure(error);
  if (failure === undefined) return 'unavailable';
  const { code, routine } = failure;
  // "cached plan must not change result type"
  if (code === '0A000' && routine === 'RevalidateCachedQuery') return 'stale';
  return kinds[code] ?? (sentenceOf(code) === undefined ? 'bug' : 'unavailable');
}

/** The 503 that belongs to a failure. */
export function unavailableError(cause?: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const code = serverFailure(cause)?.code ?? '';
  return new AppError('unavailable', sentenceOf(code) ?? away, { retryAfter: retryAfter(code), cause });
}

/** Whether the connection on which this failed is of no use any more. */
export function endsConnection(error: unknown): boolean {
  const failure = serverFailure(error);
  return failure === undefined || failure.severity === 'FATAL' || failure.severity === 'PANIC';
}

const sentenceOf = (code: string): string | undefined => sentences[code] ?? sentences[code.slice(0, 2)];

/** The message of whatever was thrown. A connection that was tried at several addresses has one for each. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
