import { AppError } from '../../errors.ts';
import { resultCode } from './driver.ts';

/** Result codes of SQLite that mean something to the service (https://sqlite.org/rescode.html). */
const codes = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  protocol: 15,
  notADatabase: 26,
  ioErrorFsync: 1034,
  ioErrorDirFsync: 1290,
  constraintForeignKey: 787,
  constraintPrimaryKey: 1555,
  constraintTrigger: 1811,
  constraintUnique: 2067,
  constraintRowid: 2579,
} as const;

/** Seconds after which a write that the disk or a lock refused is worth another try. */
const retryAfter = 5;

/** What a person is told, by primary result code. */
const unavailable: Readonly<Record<number, string>> = {
  [codes.busy]: 'The database is busy with another process; try again shortly.',
  [codes.locked]: 'The database is busy with another process; try again shortly.',
  [codes.noMemory]: 'The server is out of memory and could not use its database.',
  [codes.readOnly]: 'The database can only be read at the moment, so nothing could be saved.',
  [codes.ioError]: 'The disk that holds the database reported an error.',
  [codes.full]: 'The disk that holds the database is full, so nothing could be saved.',
  [codes.cantOpen]: 'The database file could not be opened.',
  [codes.protocol]: 'The database is busy with another process; try again shortly.',
};

/**
 * What an error of SQLite means: a broken UNIQUE or PRIMARY KEY (`conflict`), a broken FOREIGN KEY (`missing`), a disk
 * or a lock that may do better later (`unavailable`), a failed fsync (`fatal`), a damaged file (`damaged`),
 * or, as everything else is, a mistake in the program (`bug`).
 */
export type FailureKind = 'conflict' | 'missing' | 'unavailable' | 'fatal' | 'damaged' | 'bug';

/** Says what kind of failure an error is. `ON DELETE RESTRICT` reports itself as a trigger, hence the message. */
export function failureKind(error: unknown): FailureKind {
  const code = resultCode(error);
  if (code === undefined) return 'bug';
  switch (code) {
    case codes.ioErrorFsync:
    case codes.ioErrorDirFsync:
      return 'fatal';
    case codes.constraintUnique:
    case codes.constraintPrimaryKey:
    case codes.constraintRowid:
      return 'conflict';
    case codes.constraintForeignKey:
      return 'missing';
    case codes.constraintTrigger:
      return messageOf(error).startsWith('FOREIGN KEY') ? 'missing' : 'bug';
    default:
      return primaryKind(primaryCode(code));
  }
}

function primaryKind(code: number): FailureKind {
  if (code === codes.corrupt || code === codes.notADatabase) return 'damaged';
  return code in unavailable ? 'unavailable' : 'bug';
}

/** The primary result code: the low byte of the extended one. */
function primaryCode(code: number): number {
  return code & 0xff;
}

/** The 503 that belongs to a result code, extended or primary. */
export function unavailableError(code: number, cause?: unknown): AppError {
  const message = unavailable[primaryCode(code)] ?? 'The database is not available.';
  return new AppError('unavailable', message, cause === undefined ? { retryAfter } : { retryAfter, cause });
}

/** Why a database file could not be opened: one sentence, with the path, for the operator. */
export function openError(file: string, error: unknown): Error {
  const code = resultCode(error);
  return new Error(`The database ${file} could not be opened: ${openReason(code, error)}`, { cause: error });
}

function openReason(code: number | undefined, error: unknown): string {
  switch (code === undefined ? undefined : primaryCode(code)) {
    case codes.notADatabase:
      return 'it is not an SQLite database.';
    case codes.corrupt:
      return 'it is damaged; restore a backup.';
    case codes.readOnly:
      return 'this user may read but not write it, or its folder.';
    case codes.cantOpen:
      return 'it or its folder does not exist, or this user may not open it.';
    case codes.busy:
      return `another process has kept it locked for ${retryAfter} seconds.`;
    case codes.full:
      return 'the disk is full.';
    default:
      return `${messageOf(error)}.`;
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
