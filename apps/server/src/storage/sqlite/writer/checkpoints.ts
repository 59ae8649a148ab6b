import { busyTimeout, type Connection } from '../driver.ts';

/** Bytes in the write-ahead log from which on a checkpoint is due. */
const checkpointBytes = 4 * 1024 * 1024;

/** Bytes in the log from which on reads are held, so that the log can restart. */
const restartBytes = 64 * 1024 * 1024;

/** Time for which the writer then waits for running reads, in ms; the server's own reads take a few ms. */
const restartWait = 100;

/** Checkpoints until the next attempt, if another process such as a backup holds the log. */
const restartPause = 4;

/** Checkpoints: move the write-ahead log into the database file. */
export interface Checkpoints {
  /**
   * Runs a checkpoint if one is due and returns whether it did; holds reads only if the log is large. Throws if it
   * failed; no data is lost, unless the error is `fatal`.
   */
  runIfDue(): boolean;
  /** Restarts the log, for which it holds reads. Throws like `runIfDue`. */
  restart(): void;
  /** Truncates the log before the connection is closed, as far as no other process uses it. Throws like `runIfDue`. */
  runLast(): void;
}

/**
 * Creates the checkpoints of the writing connection. SQLite's automatic ones run inside a COMMIT, which must wait, and
 * they hide a failed fsync. These run after the answer and report every error. `holdReads` tells the reader to start no
 * reads until it is called with false, and then whether a read was in the way.
 */
export function createCheckpoints(
  connection: Connection,
  holdReads: (hold: boolean, blocked?: boolean) => void,
): Checkpoints {
  const look = connection.prepare('pragma wal_checkpoint(noop)');
  const move = connection.prepare('pragma wal_checkpoint(passive)');
  const moveAll = connection.prepare('pragma wal_checkpoint(restart)');
  const pageSize = Number(connection.all('pragma page_size')[0]?.['page_size']);
  const [checkpointPages, restartPages] = [checkpointBytes / pageSize, restartBytes / pageSize];
  let restartAt = restartPages;

  /**
   * SQLite restarts the log at a write that finds no reader. Under steady reads that never happens, and the log would
   * grow without bound. A busy timeout isn't enough: a new read takes over the slot of the previous one, so the slot
   * never looks free.
   */
  const restart = (pages: number) => {
    // Checkpoint most pages first, so that reads are held only briefly.
    move.first([]);
    holdReads(true);
    connection.exec(`pragma busy_timeout = ${restartWait}`);
    let blocked = false;
    try {
      blocked = moveAll.first([])?.['busy'] !== 0;
      restartAt = blocked ? pages + restartPause * checkpointPages : restartPages;
    } finally {
      connection.exec(`pragma busy_timeout = ${busyTimeout}`);
      holdReads(false, blocked);
    }
  };

  return {
    runIfDue() {
      const { log, checkpointed } = look.first([]) ?? {};
      if (Number(log) - Number(checkpointed) < checkpointPages) return false;
      if (Number(log) < restartPages) restartAt = restartPages;
      if (Number(log) < restartAt) move.first([]);
      else restart(Number(log));
      return true;
    },
    restart: () => restart(Number(look.first([])?.['log'])),
    runLast() {
      connection.exec('pragma busy_timeout = 0');
      connection.prepare('pragma wal_checkpoint(truncate)').first([]);
    },
  };
}
