import { busyTimeout, type Connection } from './driver.ts';

/** Pages (of 4 KiB) in the write-ahead log that are worth moving into the database file. */
const checkpointPages = 1000;

/** Pages in the log from which on reads are held back, so that it begins anew: 64 MiB. */
const restartPages = 16 * 1024;

/** How long the writer waits then for reads that are under way, in milliseconds; the server's own take a few. */
const restartWait = 100;

/** Pages that come to the log before it waits once more, where somebody holds the log for longer, such as a backup. */
const restartPause = 4 * checkpointPages;

/** Moves the write-ahead log into the database file. */
export interface Checkpoints {
  /**
   * Does so where enough has gathered, and says whether it did; it holds reads back only where the log is large.
   * Throws where it failed; nothing is lost by that, unless the error is `fatal`.
   */
  runIfDue(): boolean;
  /** Empties the log as far as no other process uses it, before the connection is closed. Throws as `runIfDue` does. */
  runLast(): void;
}

/**
 * Makes the checkpoints of a writing connection. SQLite's automatic ones run inside a COMMIT, so a commit waits for
 * them, and they keep a failed fsync to themselves; these run after the answer, and every error is seen. `holdReads`
 * tells the thread that reads to begin no reading, until it is told otherwise.
 */
export function createCheckpoints(connection: Connection, holdReads: (hold: boolean) => void): Checkpoints {
  const look = connection.prepare('pragma wal_checkpoint(noop)');
  const move = connection.prepare('pragma wal_checkpoint(passive)');
  const moveAll = connection.prepare('pragma wal_checkpoint(restart)');
  let restartAt = restartPages;

  /**
   * SQLite begins the log anew by itself at a write that finds nobody reading it. Under steady reading there is no such
   * moment, and it would grow for as long. Waiting for one is not enough: a reader that ends and begins takes the same
   * place among the readers again, and looks as if it had never left.
   */
  const restart = (pages: number) => {
    // All but the last few pages first: then reads are held for a moment only.
    move.first([]);
    holdReads(true);
    connection.exec(`pragma busy_timeout = ${restartWait}`);
    try {
      const { busy } = moveAll.first([]) ?? {};
      restartAt = busy === 0 ? restartPages : pages + restartPause;
    } finally {
      connection.exec(`pragma busy_timeout = ${busyTimeout}`);
      holdReads(false);
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
    runLast() {
      connection.exec('pragma busy_timeout = 0');
      connection.prepare('pragma wal_checkpoint(truncate)').first([]);
    },
  };
}
