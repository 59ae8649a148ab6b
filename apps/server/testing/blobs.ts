import { existsSync, readdirSync } from 'node:fs';
import { newId } from '../src/ids.ts';
import { type Blobs, createBlobs, type Stores } from '../src/storage/blobs/blobs.ts';
import { openStores } from '../src/storage/blobs/open-stores.ts';
import type { S3Times } from '../src/storage/blobs/s3-client.ts';
import { createS3Store } from '../src/storage/blobs/s3-store.ts';
import type { Engine } from '../src/storage/database.ts';
import { bucketOn, type FakeS3 } from './fake-s3.ts';
import type { Service } from './harness.ts';
import { tempFolder } from './temp-folder.ts';

/** Yields the parts of a file. */
export async function* bytesOf(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

/** Yields a file of some size, in parts that differ. */
export async function* manyBytes(total: number, part = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < total; sent += part) yield Buffer.alloc(Math.min(part, total - sent), `part ${sent} `);
}

/** Reads a content to its end. */
export async function readAll(content: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Short times, for buckets that misbehave. */
const shortTimes: S3Times = { silence: 2_000, answer: 20_000, retry: 1 };

/** A second process on the same database: its own files, with a clock that the test sets. */
export function otherBlobs(
  parley: Pick<Service, 'db' | 'dataDir'>,
  { stores, now }: { stores?: Stores; now?: () => number } = {},
): Blobs {
  const given = stores ?? openStores(parley.db, { dataDir: parley.dataDir, s3: undefined });
  return createBlobs({ db: parley.db, stores: given, newId, now: now ?? Date.now });
}

/** Files in a bucket of the server. */
export function blobsIn(s3: FakeS3, parley: Service, options: { now?: () => number } = {}): Blobs {
  const store = createS3Store(bucketOn(s3), { spool: tempFolder(), times: shortTimes });
  return otherBlobs(parley, { ...options, stores: { current: store, all: { s3: store } } });
}

/** Returns the number of files that the store of an engine has. */
export async function storedFiles(parley: Service, engine: Engine): Promise<number> {
  if (engine === 'sqlite') {
    const folder = `${parley.dataDir}/blobs`;
    if (!existsSync(folder)) return 0;
    return readdirSync(folder, { recursive: true }).filter((name) => String(name).includes('blob_')).length;
  }
  const sql = 'select count(*) as n from pg_catalog.pg_largeobject_metadata';
  const [row] = await parley.db.read<{ n: number }>({ sql, parameters: [] });
  return row?.n ?? 0;
}
