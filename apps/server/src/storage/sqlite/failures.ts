import { AppError } from '../../errors.ts';
import { primaryCode, resultCode, resultCodes } from './result-codes.ts';

/** Seconds until a retry makes sense after a disk or lock error. */
const retryAfter = 5;

/** The sentences for the caller, by primary result code. */
const unavailable: Readonly<Record<number, string>> = {
  [resultCodes.busy]: 'The database is busy with another process; try again shortly.',
  [resultCodes.locked]: 'The database is busy with another process; try again shortly.',
  [resultCodes.noMemory]: 'The server is out of memory and could not use its database.',
  [resultCodes.readOnly]: 'The database is read-only, so nothing could be saved.',
  [resultCodes.ioError]: 'The disk that holds the database reported an error.',
  [resultCodes.full]: 'The disk that holds the database is full, so nothing could be saved.',
  [resultCodes.cantOpen]: 'The database file could not be opened.',
  [resultCodes.protocol]: 'The database is busy with another process; try again shortly.',
};

/**
 * The kind of an SQLite error. `conflict`: a broken UNIQUE or PRIMARY KEY; `missing`: a broken FOREIGN KEY.
 * `unavailable`: a disk or lock problem that may pass. `fatal` (for writers): a failed fsync, or an I/O error that may
 * be one. `damaged`: a corrupt file. `bug`: everything else, a mistake in the program.
 */
export type FailureKind = 'conflict' | 'missing' | 'unavailable' | 'fatal' | 'damaged' | 'bug';

/** Returns the kind of an error. `ON DELETE RESTRICT` is reported as a trigger, so its message is checked. */
export function failureKind(error: unknown): FailureKind {
  const code = resultCode(error);
  if (code === undefined) return 'bug';
  switch (code) {
    case resultCodes.ioError:
    case resultCodes.ioErrorFsync:
    case resultCodes.ioErrorDirFsync:
      return 'fatal';
    case resultCodes.unique:
    case resultCodes.primaryKey:
    case resultCodes.rowid:
      return 'conflict';
    case resultCodes.foreignKey:
      return 'missing';
    case resultCodes.trigger:
      return messageOf(error).startsWith('FOREIGN KEY') ? 'missing' : 'bug';
    default:
      return primaryKind(primaryCode(code));
  }
}

function primaryKind(code: number): FailureKind {
  if (code === resultCodes.corrupt || code === resultCodes.notADatabase) return 'damaged';
  return code in unavailable ? 'unavailable' : 'bug';
}

/** Returns the `unavailable` error (503) for a result code, extended or primary. */
export function unavailableError(code: number, cause?: unknown): AppError {
  const message = unavailable[primaryCode(code)] ?? 'The database is not available.';
  return new AppError('unavailable', message, cause === undefined ? { retryAfter } : { retryAfter, cause });
}

/** Returns the error for a database file that could not be opened: one sentence for the operator, with the path. */
export function openError(file: string, error: unknown): Error {
  const code = resultCode(error);
  return new Error(`The database ${file} could not be opened: ${openReason(code, error)}`, { cause: error });
}

/** The reasons by the code of a system error. */
const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist.',
  EACCES: 'this user has no permission to open it or to create files in its folder.',
  EISDIR: 'a folder of that name exists.',
  EROFS: 'the file system is read-only.',
  ENOSPC: 'the disk is full.',
};

function openReason(code: number | undefined, error: unknown): string {
  switch (code === undefined ? undefined : primaryCode(code)) {
    case resultCodes.notADatabase:
      return 'it is not an SQLite database.';
    case resultCodes.corrupt:
      return 'it is corrupt; restore a backup.';
    case resultCodes.readOnly:
      return 'this user has no write permission for it or its folder.';
    case resultCodes.cantOpen:
      return 'it or its folder does not exist, or this user has no permission to open it.';
    case resultCodes.busy:
      return `another process has held its lock for ${retryAfter} seconds.`;
    case resultCodes.full:
      return 'the disk is full.';
    default:
      return systemReason(error);
  }
}

/** Returns the end of a sentence for the operator: why a file could not be opened or created. */
export function systemReason(error: unknown): string {
  return systemReasons[systemCode(error)] ?? `${messageOf(error).replace(/\.$/, '')}.`;
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Returns the message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
