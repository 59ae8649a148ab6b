import type { Connection } from './driver.ts';

/** Pages (of 4 KiB) in the write-ahead log that are worth moving into the database file. */
const checkpointPages = 1000;

/** Moves the write-ahead log into the database file. */
export interface Checkpoints {
  /**
   * Does so where enough has gathered, without waiting for readers, and says whether it did. Throws where it failed;
   * nothing is lost by that, unless the error is `fatal`.
   */
  runIfDue(): boolean;
  /** Empties the log as far as no other process uses it, before the connection is closed. Throws as `runIfDue` does. */
  runLast(): void;
}

/**
 * Makes the checkpoints of a writing connection. SQLite's automatic ones run inside a COMMIT, so a commit waits for
 * them, and they keep a failed fsync to themselves; these run after the answer, and every error is seen.
 */
export function createCheckpoints(connection: Connection): Checkpoints {
  const look = connection.prepare('pragma wal_checkpoint(noop)');
  const move = connection.prepare('pragma wal_checkpoint(passive)');
  return {
    runIfDue() {
      const { log, checkpointed } = look.first([]) ?? {};
      if (Number(log) - Number(checkpointed) < checkpointPages) return false;
      move.first([]);
      return true;
    },
    runLast() {
      connection.exec('pragma busy_timeout = 0');
      connection.prepare('pragma wal_checkpoint(truncate)').first([]);
    },
  };
}
