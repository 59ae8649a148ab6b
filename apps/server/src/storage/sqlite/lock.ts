import { closeSync, existsSync, openSync } from 'node:fs';
import { dataFolder } from '../data-folder.ts';
import { type Connection, openConnection } from './driver.ts';
import { failureKind, messageOf } from './failures.ts';

/** The locks of this process. The driver closes what is garbage, and a lock must hold even if its owner forgets it. */
const held = new Set<Connection>();

/** A lock that is held until it is closed, or until the process ends in whatever way. */
export interface DataFolderLock {
  close(): void;
}

/**
 * Takes the data folder for one server: a transaction on a database of its own that stays open. SQLite's locks belong
 * to the process, so the kernel releases them even after `kill -9`, and there is no stale lock file to clean up.
 * Throws one sentence where another server, or a restore, holds it. Nothing else may open and close that file in this
 * process: on POSIX that would release the lock (https://sqlite.org/howtocorrupt.html#posixclose).
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
 * Whether a server, or a restore, holds the data folder; nothing is made to find out. Throws one sentence where that
 * can't be told.
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
    throw new Error(`The lock ${file} could not be looked at: ${messageOf(error)}.`, { cause: error });
  } finally {
    connection?.close();
  }
}

const isHeldByAnother = (error: unknown) => failureKind(error) === 'unavailable' && messageOf(error).includes('locked');

/**
 * Makes the file where there is none, for this user only: in a folder that others may enter, any of them who can read
 * it could lock it, and no server would start. SQLite gives its journal the same mode.
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
