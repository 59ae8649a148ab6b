import { statSync } from 'node:fs';

/**
 * Creates a check that the files of an open database are still at their paths. SQLite doesn't notice in WAL mode: it
 * keeps writing to the moved or deleted files, and acknowledged writes are lost.
 */
export function createReplacedFileCheck(file: string): () => boolean {
  const files = [file, `${file}-wal`];
  const opened = files.map(identityOf);
  return () =>
    files.every((each, index) => {
      const found = identityOf(each);
      // SQLite creates the log of a new database at the first write.
      opened[index] ??= found;
      return found === opened[index];
    });
}

/**
 * The identity (device and inode) of the file at a path; undefined if the path has no file. SQLite uses the same
 * identity.
 */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
