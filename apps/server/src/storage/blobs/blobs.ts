import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { Belongings } from '../belongings.ts';
import type { Database } from '../database.ts';
import { job, noPayload } from '../jobs/kind.ts';
import type { Room } from '../quotas/quotas.ts';
import type { Statement } from '../unit.ts';
import type { BlobFacts, BlobName, Upload } from './blob-rows.ts';
import * as rows from './blob-rows.ts';
import { type BlobStore, type ByteRange, damaged, type StoreKind } from './blob-store.ts';

/**
 * Time for which an upload waits for its owner before it is removed, in ms: longer than any request, also if clocks of
 * several processes differ.
 */
const graceMs = 60 * 60_000;

/** Files that a sweep removes in one unit of work, and the number that it removes at the same time. */
const sweepBatch = 100;
const sweepAtOnce = 4;

/** The sweep as a job; one runs at a time, whatever it meets. */
const sweepKind = { name: 'blobs.sweep', payload: noPayload, timeoutMs: 10 * 60_000, concurrency: 1 };

/** The stores of an installation: new files go to `current`, and all are read. */
export interface Stores {
  readonly current: BlobStore;
  readonly all: Readonly<Partial<Record<StoreKind, BlobStore>>>;
}

/** Dependencies of the service's files. */
export interface BlobParts {
  readonly db: Database;
  readonly stores: Stores;
  readonly newId: (kind: 'blob') => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Checks the account's stored bytes; unlimited by default. */
  readonly room?: Room;
}

/** A content to read. */
export interface Blob {
  /** The size of the whole content in bytes. */
  readonly bytes: number;
  /** The bytes, or those of the range. A whole content is verified: the last step throws if its hash differs. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** The files of the service. An owner keeps the hash, and its unit of work holds and releases the content. */
export type Blobs = ReturnType<typeof createBlobs>;

/**
 * Keeps files: bytes in a store, and rows that say who holds them. A file is noted before its first byte and forgotten
 * after its last, so a crash at any point leaves nothing that a sweep doesn't find. See decision 0017.
 */
export function createBlobs({ db, stores, newId, now, room = () => [] }: BlobParts) {
  const storeOf = ({ id, store }: Pick<BlobFacts, 'id' | 'store'>): BlobStore => {
    const found = stores.all[store as StoreKind];
    if (found === undefined) throw damaged(id, `is in the store ${store}, which is not configured`);
    return found;
  };
  /** Removes the bytes of released and abandoned files, in batches. Throws after the last one if any failed. */
  const sweep = async (): Promise<void> => {
    for (;;) {
      const [{ changed }] = await db.write([rows.claim(db, now(), sweepBatch)]);
      if (changed < sweepBatch) break;
    }
    const failures = await removeClaimed(db, storeOf);
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} files could not be removed.`);
  };

  return {
    /**
     * Stores bytes as they come. Resolves when they are durable; the caller then holds or discards them. Throws
     * `payload_too_large` beyond `maxBytes`, and what `content` throws.
     */
    put: async (content: AsyncIterable<Uint8Array>, { maxBytes }: { readonly maxBytes: number }): Promise<Upload> => {
      const id = newId('blob');
      const { current } = stores;
      await db.write([rows.note(db, { id, store: current.kind, now: now(), removeAfter: now() + graceMs })]);
      const measure = measured(content, maxBytes);
      // If it fails, its store removes what it can, and a sweep the rest when the hour is over.
      await current.write(id, measure.chunks);
      if (await rows.isWaiting(db, id, now())) return { id, ...measure.result() };
      // A sweep took it for abandoned, maybe before the last byte was there: it must remove it again.
      await db.write([rows.noteAgain(db, { id, store: current.kind, now: now() })]);
      throw new AppError('unavailable', 'The upload took too long; upload the file again.', { retryAfter: 1 });
    },
    /** Gives up an upload; without effect if it is held. */
    discard: async ({ id }: Upload): Promise<void> => {
      await db.write([rows.giveUp(db, id, now())]);
    },
    /** Returns the statements that hold an upload for an owner in the workspace. Throws `quota_exceeded`. */
    hold: (workspaceId: string, upload: Upload): readonly Statement[] => [
      ...rows.hold(db, workspaceId, { upload, now: now() }),
      ...room('storedBytes', { workspace: workspaceId }),
    ],
    /** Returns the statements that release a content, once for each time that it was held. */
    release: (name: BlobName): readonly Statement[] => rows.release(db, name, now()),
    /** Finds the facts of a content that the workspace holds. */
    stat: (name: BlobName): Promise<BlobFacts | undefined> => rows.find(db, name),
    /**
     * Finds a content that the workspace holds, to read it or a range within it. Throws `unavailable` if its store
     * can't be reached, and a plain error if its bytes are lost.
     */
    read: async (name: BlobName, range?: ByteRange): Promise<Blob | undefined> => {
      const facts = await rows.find(db, name);
      if (facts === undefined) return undefined;
      const { id, bytes } = facts;
      const content = await storeOf(facts).read(id, { bytes, range });
      return { bytes, content: range === undefined ? verified(content, id, name.hash) : content };
    },
    /**
     * Returns how many contents the workspaces hold together, and their bytes: each content once for each workspace.
     */
    usage: async (workspaceIds: readonly string[]): Promise<{ files: number; bytes: number }> => {
      const each = workspaceIds.length === 0 ? [] : await rows.usage(db, workspaceIds);
      return each.reduce((sum, row) => ({ files: sum.files + row.files, bytes: sum.bytes + row.bytes }), {
        files: 0,
        bytes: 0,
      });
    },
    /** The files of a workspace, for its deletion: a sweep removes the bytes. */
    ofWorkspace: {
      count: async (workspaceId) => {
        const [row] = await rows.usage(db, [workspaceId]);
        return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
      },
      next: async (workspaceId) => {
        const ids = (await rows.someOf(db, workspaceId, sweepBatch)).map(({ id }) => id);
        if (ids.length > 0) return { statements: rows.releaseAll(db, ids, now()) };
        const [row] = await rows.usage(db, [workspaceId]);
        return row && { statements: [rows.forgetUsage(db, workspaceId)] };
      },
    } satisfies Belongings,
    sweep,
    /** Runs the sweep by the clock. */
    jobs: [job(sweepKind, sweep, { pattern: '*/10 * * * *', payload: {} })],
    close: async (): Promise<void> => {
      for (const store of Object.values(stores.all)) await store.close?.();
    },
  };
}

type Claimed = Pick<BlobFacts, 'id' | 'store'>;

/** Removes the bytes and rows of all claimed files; returns the failures. */
async function removeClaimed(db: Database, storeOf: (file: Claimed) => BlobStore): Promise<unknown[]> {
  const failures: unknown[] = [];
  let batch: Claimed[] = [];
  do {
    batch = await rows.claimedAfter(db, batch.at(-1)?.id ?? '', sweepBatch);
    const removed = await removeBytes(batch, storeOf, failures);
    if (removed.length > 0) await db.write([rows.forget(db, removed)]);
  } while (batch.length === sweepBatch);
  return failures;
}

/** Removes the bytes of some files; returns the IDs of those that are gone. */
async function removeBytes(
  batch: readonly Claimed[],
  storeOf: (file: Claimed) => BlobStore,
  failures: unknown[],
): Promise<string[]> {
  const removed: string[] = [];
  const waiting = [...batch];
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      try {
        const store = storeOf(file);
        // Asked after the file was claimed: a backup that begins later no longer has it in its rows.
        if (await store.keepsAll?.()) continue;
        await store.remove(file.id);
        removed.push(file.id);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: sweepAtOnce }, work));
  return removed;
}

/** Hashes and counts chunks on their way. */
function measured(content: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new AppError('payload_too_large', `The file is larger than ${maxBytes} bytes.`);
      hash.update(chunk);
      yield chunk;
    }
  }
  return { chunks: chunks(), result: () => ({ hash: hash.digest('hex'), bytes }) };
}

/** Yields the chunks, and throws after the last if their hash isn't the one that was stored. */
async function* verified(content: AsyncIterable<Uint8Array>, id: string, expected: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== expected) throw damaged(id, 'was changed: its checksum differs');
}
