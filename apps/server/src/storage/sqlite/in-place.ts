import { statSync } from 'node:fs';

/**
 * Makes the look at whether the files of an open database still stand under their names. SQLite doesn't notice in WAL
 * mode: it goes on in files that nobody finds again, and what is acknowledged there is lost.
 */
export function createPlaceCheck(file: string): () => boolean {
  const files = [file, `${file}-wal`];
  const opened = files.map(identityOf);
  return () =>
    files.every((each, index) => {
      const found = identityOf(each);
      // SQLite makes the log of a new database with the first write.
      opened[index] ??= found;
      return found === opened[index];
    });
}

/** What tells a file from another of the same name; undefined where there is none. SQLite tells them apart by the same. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
