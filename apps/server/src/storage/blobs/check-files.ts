import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Database } from '../database.ts';
import * as rows from './blob-rows.ts';
import type { StoreKind } from './blob-store.ts';
import type { Stores } from './blobs.ts';

/** Rows per read. */
const batchSize = 500;

/** Max files of a bucket that are asked for: each is a request. */
const maxInBucket = 1_000;

/** Max IDs in a report. */
const maxNamed = 5;

/** Result of a check of the stored files. */
export interface FileCheck {
  readonly checked: number;
  /** Files of a bucket beyond the first thousand, which aren't asked for. */
  readonly unchecked: number;
  /** The first IDs of files that are missing or have another size, and how many they are. */
  readonly lost: { readonly count: number; readonly ids: readonly string[] };
}

/** Checks that every file that is held is in its store and has its size. Changes nothing. */
export async function checkFiles(db: Database, stores: Stores): Promise<FileCheck> {
  let [checked, unchecked, inBucket] = [0, 0, 0];
  const lost: string[] = [];
  for await (const { id, store, bytes } of heldFiles(db)) {
    if (store === 's3') inBucket += 1;
    if (store === 's3' && inBucket > maxInBucket) unchecked += 1;
    else {
      checked += 1;
      if ((await stores.all[store as StoreKind]?.size(id)) !== bytes) lost.push(id);
    }
  }
  return { checked, unchecked, lost: { count: lost.length, ids: lost.slice(0, maxNamed) } };
}

async function* heldFiles(db: Database) {
  let last = '';
  for (;;) {
    const batch = await rows.heldAfter(db, last, batchSize);
    yield* batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1)?.id ?? '';
  }
}

/** Counts the files of a data folder that no row knows: those of a database that a restore has replaced. */
export async function countUnknown(db: Database, folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  let unknown = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const id = name.slice(name.lastIndexOf('/') + 1);
    if (!id.startsWith('blob_')) continue;
    const known = db.query.selectFrom('blob_files').select('id').where('id', '=', id);
    if ((await db.read(known)).length === 0) unknown += 1;
  }
  return unknown;
}
