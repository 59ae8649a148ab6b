import { join } from 'node:path';

/** Where the embedded database and what belongs to it lie in the data folder. */
export interface DataFolder {
  readonly folder: string;
  /** The database; SQLite keeps `-wal` and `-shm` files beside it. */
  readonly database: string;
  /** The secrets that must not be in the database. Opaque here; it may not exist. */
  readonly secrets: string;
  /** Held by the server that runs on this folder. */
  readonly lock: string;
  /** Backups taken before migrations. */
  readonly snapshots: string;
  /** Says where the data went, once it has been moved to a database server; there is none before. */
  readonly moved: string;
}

/** The paths inside a data folder, given as an absolute path. */
export function dataFolder(folder: string): DataFolder {
  return {
    folder,
    database: join(folder, 'parley.db'),
    secrets: join(folder, 'secrets.json'),
    lock: join(folder, 'lock.db'),
    snapshots: join(folder, 'snapshots'),
    moved: join(folder, 'moved.txt'),
  };
}

/** A time as it appears in file names: `20260131T235959123Z`. They sort by time. */
export function fileTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:.]/g, '');
}
