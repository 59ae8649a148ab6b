/** SQLite's result codes that mean something to the service (https://sqlite.org/rescode.html). */
export const resultCodes = {
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
  foreignKey: 787,
  readOnlyMoved: 1032,
  ioErrorFsync: 1034,
  ioErrorDirFsync: 1290,
  primaryKey: 1555,
  trigger: 1811,
  unique: 2067,
  rowid: 2579,
} as const;

/**
 * The beginnings of SQLite's messages by code: errors of the driver's `all()` carry no code (its `run` and `get` do).
 * An I/O error keeps its primary code here, because its message does not say which kind it is.
 */
const codesByMessage: readonly (readonly [start: string, code: number])[] = [
  ['UNIQUE constraint failed', resultCodes.unique],
  ['FOREIGN KEY constraint failed', resultCodes.foreignKey],
  ['database or disk is full', resultCodes.full],
  ['disk I/O error', resultCodes.ioError],
  ['attempt to write a readonly database', resultCodes.readOnly],
  ['database is locked', resultCodes.busy],
  ['database table is locked', resultCodes.locked],
  ['database disk image is malformed', resultCodes.corrupt],
  ['file is not a database', resultCodes.notADatabase],
  ['unable to open database file', resultCodes.cantOpen],
  ['locking protocol', resultCodes.protocol],
  ['out of memory', resultCodes.noMemory],
];

/** The extended result code of an error that a connection threw, if it is one of SQLite's. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return undefined;
  // The driver keeps the extended code here; in `errcode`, where node:sqlite has it, it is at times the primary one.
  if ('sqliteExtendedCode' in error && typeof error.sqliteExtendedCode === 'number') return error.sqliteExtendedCode;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode;
  return codesByMessage.find(([start]) => error.message.startsWith(start))?.[1];
}

/** The primary code of an extended one: its low byte. */
export function primaryCode(code: number): number {
  return code & 0xff;
}
