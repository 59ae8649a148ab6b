import { AppError } from '../../errors.ts';
import { primaryCode, resultCode, resultCodes } from './result-codes.ts';

/** Seconds after which a write that the disk or a lock refused is worth another try. */
const retryAfter = 5;

/** What a person is told, by primary result code. */
const unavailable: Readonly<Record<number, string>> = {
  [resultCodes.busy]: 'The database is busy with another process; try again shortly.',
  [resultCodes.locked]: 'The database is busy with another process; try again shortly.',
  [resultCodes.noMemory]: 'The server is out of memory and could not use its database.',
  [resultCodes.readOnly]: 'The database can only be read at the moment, so nothing could be saved.',
  [resultCodes.ioError]: 'The disk that holds the database reported an error.',
  [resultCodes.full]: 'The disk that holds the database is full, so nothing could be saved.',
  [resultCodes.cantOpen]: 'The database file could not be opened.',
  [resultCodes.protocol]: 'The database is busy with another process; try again shortly.',
};

/**
 * What an error of SQLite means: a broken UNIQUE or PRIMARY KEY (`conflict`), a broken FOREIGN KEY (`missing`), a disk
 * or a lock that may do better later (`unavailable`), a failed fsync or an I/O error that may be one (`fatal`, to
 * whoever writes), a damaged file (`damaged`), or, as everything else is, a mistake in the program (`bug`).
 */
export type FailureKind = 'conflict' | 'missing' | 'unavailable' | 'fatal' | 'damaged' | 'bug';

/** Says what kind of failure an error is. `ON DELETE RESTRICT` reports itself as a trigger, hence the message. */
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

/** Why a file could not be opened or made, by the code of the operating system's error. */
const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist.',
  EACCES: 'this user may not open it, or not make files in its folder.',
  EISDIR: 'there is a folder of that name.',
  EROFS: 'the file system can only be read.',
  ENOSPC: 'the disk is full.',
};

function openReason(code: number | undefined, error: unknown): string {
  switch (code === undefined ? undefined : primaryCode(code)) {
    case resultCodes.notADatabase:
      return 'it is not an SQLite database.';
    case resultCodes.corrupt:
      return 'it is damaged; restore a backup.';
    case resultCodes.readOnly:
      return 'this user may read but not write it, or its folder.';
    case resultCodes.cantOpen:
      return 'it or its folder does not exist, or this user may not open it.';
    case resultCodes.busy:
      return `another process has kept it locked for ${retryAfter} seconds.`;
    case resultCodes.full:
      return 'the disk is full.';
    default:
      return systemReason(error);
  }
}

/** The end of a sentence for the operator: why a file could not be opened or made. */
export function systemReason(error: unknown): string {
  return systemReasons[systemCode(error)] ?? `${messageOf(error).replace(/\.$/, '')}.`;
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
