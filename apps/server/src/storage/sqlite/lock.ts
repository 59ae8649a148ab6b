import { closeSync, existsSync, openSync } from 'node:fs';
import { dataFolder } from '../opening/data-folder.ts';
import { type Connection, openConnection } from './driver.ts';
import { failureKind, messageOf } from './failures.ts';

/**
 * The locks of this process. The driver closes connections at garbage collection, and a lock must hold even without its
 * owner.
 */
const held = new Set<Connection>();

/** A lock that is held until it is closed or the process ends. */
export interface DataFolderLock {
  close(): void;
}

/**
 * Locks the data folder for one server, with an open transaction on a separate database file. SQLite's locks belong to
 * the process: the kernel releases them even after `kill -9`, so there are no stale locks. Throws one sentence if
 * another server or a restore holds the lock. Nothing else in this process may open and close that file: on POSIX that
 * would release the lock (https://sqlite.org/howtocorrupt.html#posixclose).
 */
export function lockDataFolder(folder: string): DataFolderLock {
  let connection: Connection | undefined;
  try {
    const file = dataFolder(folder).lock;
    makePrivate(file);
    connection = openConnection({ file, timeout: 0 });
    connection.exec('begin exclusive');
    return keep(connection);
  } catch (error) {
    connection?.close();
    const reason = isHeldByAnother(error)
      ? `Another Parley server already uses this data folder: ${folder}. Stop it, or choose another folder.`
      : `The data folder ${folder} could not be locked: ${messageOf(error)}.`;
    throw new Error(reason, { cause: error });
  }
}

/**
 * True if a server or a restore holds the data folder; creates no file. Throws one sentence if that can't be
 * determined.
 */
export function isDataFolderLocked(folder: string): boolean {
  const { lock: file } = dataFolder(folder);
  if (!existsSync(file)) return false;
  let connection: Connection | undefined;
  try {
    connection = openConnection({ file, timeout: 0 });
    connection.exec('begin exclusive');
    return false;
  } catch (error) {
    if (isHeldByAnother(error)) return true;
    throw new Error(`The lock ${file} could not be checked: ${messageOf(error)}.`, { cause: error });
  } finally {
    connection?.close();
  }
}

const isHeldByAnother = (error: unknown) => failureKind(error) === 'unavailable' && messageOf(error).includes('locked');

/**
 * Creates the file with mode 0600 if it is missing. In a shared folder, any user who can read it could lock it and
 * prevent the server from starting. SQLite gives its journal the same mode.
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function keep(connection: Connection): DataFolderLock {
  held.add(connection);
  return {
    close() {
      held.delete(connection);
      connection.close();
    },
  };
}
