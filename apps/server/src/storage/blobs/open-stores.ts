import type { Database } from '../database.ts';
import { dataFolder } from '../opening/data-folder.ts';
import { type BlobParts, type Blobs, createBlobs, type Stores } from './blobs.ts';
import { createFolderStore } from './folder-store.ts';
import { createLargeObjectStore } from './large-objects.ts';
import type { S3Settings } from './s3-settings.ts';
import { createS3Store } from './s3-store.ts';

/** Settings that determine where files are kept. */
export interface StoreSettings {
  /** An absolute path. */
  readonly dataDir: string;
  readonly s3: S3Settings | undefined;
}

/**
 * Returns the stores: new files go to the bucket if one is configured, otherwise to the database server, or to the data
 * folder of an embedded database. Older files stay where they are, and are read there.
 */
export function openStores(db: Database, { dataDir, s3 }: StoreSettings): Stores {
  const { blobs, spool } = dataFolder(dataDir);
  const own = db.engine === 'sqlite' ? createFolderStore(blobs) : createLargeObjectStore(db);
  const bucket = s3 && createS3Store(s3, { spool });
  const all = { [own.kind]: own, ...(bucket && { s3: bucket }) } as Stores['all'];
  return { current: bucket ?? own, all };
}

/** Opens the files of the service in the stores that the settings select. */
export const openBlobs = (settings: StoreSettings, parts: Omit<BlobParts, 'stores'>): Blobs =>
  createBlobs({ ...parts, stores: openStores(parts.db, settings) });
