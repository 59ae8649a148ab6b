import { join } from 'node:path';

/** The paths of the embedded database and its companion files in the data folder. */
export interface DataFolder {
  readonly folder: string;
  /** The database; SQLite keeps `-wal` and `-shm` files beside it. */
  readonly database: string;
  /** The secrets that must not be in the database. Opaque here; the file may not exist. */
  readonly secrets: string;
  /** Locked by the server that uses this folder. */
  readonly lock: string;
  /** Backups taken before migrations. */
  readonly snapshots: string;
  /** Names the database server that the data was moved to; absent until then. */
  readonly moved: string;
  /** The stored files. */
  readonly blobs: string;
  /** Files on their way to a bucket; they have no names, so it looks empty. */
  readonly spool: string;
  /** The packages of the clients that were served from this folder. */
  readonly clients: string;
}

/** Returns the paths in a data folder, which must be an absolute path. */
export function dataFolder(folder: string): DataFolder {
  return {
    folder,
    database: join(folder, 'parley.db'),
    secrets: join(folder, 'secrets.json'),
    lock: join(folder, 'lock.db'),
    snapshots: join(folder, 'snapshots'),
    moved: join(folder, 'moved.txt'),
    blobs: join(folder, 'blobs'),
    spool: join(folder, 'spool'),
    clients: join(folder, 'clients'),
  };
}

/** Formats a time (ms since 1970) for file names: `20260131T235959123Z`. They sort by time. */
export function fileTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:.]/g, '');
}
