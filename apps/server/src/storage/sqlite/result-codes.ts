/** The SQLite result codes that the service handles (https://sqlite.org/rescode.html). */
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
 * Prefixes of SQLite's messages by code, because errors of the driver's `all()` carry no code. An I/O error maps to its
 * primary code: the message doesn't tell which kind it is.
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

/** Returns the extended result code of an error thrown by a connection; undefined if it isn't an SQLite error. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return undefined;
  // The driver sets the extended code here. In `errcode`, which node:sqlite uses, it sometimes sets the primary one.
  if ('sqliteExtendedCode' in error && typeof error.sqliteExtendedCode === 'number') return error.sqliteExtendedCode;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode;
  return codesByMessage.find(([start]) => error.message.startsWith(start))?.[1];
}

/** Returns the primary code of an extended one: its low byte. */
export function primaryCode(code: number): number {
  return code & 0xff;
}
