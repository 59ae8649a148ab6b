import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makePrivateFolder } from '../files.ts';
import { type BlobStore, boundsOf, checkId, damaged } from './blob-store.ts';
import { readChunks, translated } from './folder-store.ts';
import { createS3Client, type S3Times, unreachable } from './s3-client.ts';
import type { S3Settings } from './s3-settings.ts';

/** The name of a file in the bucket. */
const keyOf = (id: string) => {
  checkId(id);
  return `parley/blobs/${id}`;
};

/**
 * Keeps files in an S3-compatible bucket. A file is spooled to the data folder first, because a signed upload states
 * its length and hash before its first byte. The spool file has no name, so a crash leaves nothing of it.
 */
export function createS3Store(settings: S3Settings, { spool, times }: { spool: string; times?: S3Times }): BlobStore {
  const client = createS3Client(settings, times);
  const sizeOf = async (id: string): Promise<number | undefined> => {
    const answer = await client.send({ method: 'HEAD', key: keyOf(id), accepts: [200, 404] });
    answer.resume();
    return answer.statusCode === 404 ? undefined : Number(answer.headers['content-length'] ?? -1);
  };
  return {
    kind: 's3',
    write: async (id, chunks) => {
      const handle = await translated(() => openSpool(spool));
      try {
        const { hash, bytes } = await translated(() => fill(handle, chunks));
        const answer = await client.send({
          method: 'PUT',
          key: keyOf(id),
          headers: { 'content-length': String(bytes), 'content-type': 'application/octet-stream' },
          hash,
          body: () => Readable.from(readChunks(handle, { start: 0, end: bytes - 1 }), { objectMode: false }),
          accepts: [200],
        });
        answer.resume();
        // The bucket verified the hash; this finds one that lost the bytes on the way to its disks.
        const stored = await sizeOf(id);
        if (stored !== bytes) throw unreachable(damaged(id, `has ${stored} bytes in the bucket in place of ${bytes}`));
      } finally {
        await handle.close();
      }
    },
    read: async (id, reading) => {
      if (reading.bytes === 0) return nothing();
      const { start, end } = boundsOf(reading);
      const range = reading.range === undefined ? {} : { range: `bytes=${start}-${end}` };
      const answer = await client.send({ method: 'GET', key: keyOf(id), headers: range, accepts: [200, 206, 404] });
      const problem = problemOf(answer, { length: end - start + 1, partial: reading.range !== undefined });
      if (problem === undefined) return answer as AsyncIterable<Uint8Array>;
      answer.destroy();
      throw damaged(id, problem);
    },
    remove: async (id) => {
      const answer = await client.send({ method: 'DELETE', key: keyOf(id), accepts: [200, 204, 404] });
      answer.resume();
    },
    size: sizeOf,
    close: async () => client.close(),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Returns the problem with the answer to a read; undefined if it is right. */
function problemOf({ statusCode, headers }: IncomingMessage, wanted: { length: number; partial: boolean }) {
  if (statusCode === 404) return 'is missing from the bucket';
  if (wanted.partial && statusCode !== 206) return 'was not sent in parts by the bucket, which ignores ranges';
  const length = Number(headers['content-length'] ?? wanted.length);
  return length === wanted.length ? undefined : `has ${length} bytes in the bucket in place of ${wanted.length}`;
}

/** Opens a file in the folder and takes its name away. */
async function openSpool(folder: string): Promise<FileHandle> {
  await makePrivateFolder(folder);
  const file = join(folder, randomUUID());
  const handle = await open(file, 'wx+', 0o600);
  await unlink(file);
  return handle;
}

async function fill(handle: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<{ hash: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    await handle.writeFile(chunk);
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { hash: hash.digest('hex'), bytes };
}
