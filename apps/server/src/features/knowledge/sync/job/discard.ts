import type { IndexedChunk } from '../../../../retrieval/index/segment.ts';
import type { Database } from '../../../../storage/database.ts';
import type { Attempt } from '../../../../storage/jobs/kind.ts';
import * as store from '../checkpoints/checkpoint-store.ts';
import type { Head } from '../checkpoints/head-schema.ts';
import { nextDoomed, type SyncedSource } from './begin-store.ts';
import type { SyncIndex } from './seams.ts';

/** Dependencies of discarding. */
interface Needs {
  readonly db: Database;
  readonly index: SyncIndex;
}

/** A sync that has begun. */
export interface Discarding {
  readonly attempt: Pick<Attempt<unknown>, 'guard' | 'workspace'>;
  readonly id: string;
  readonly source: SyncedSource;
  readonly signal: AbortSignal;
}

/** Number of chunks that an earlier attempt wrote, and those that it has not indexed. */
export interface Earlier {
  readonly written: number;
  readonly unindexed: readonly IndexedChunk[];
}

/** Deletes what an earlier attempt, or one that waits for a review, has staged. */
export async function discard({ db, index }: Needs, { attempt, id: source, ...begun }: Discarding): Promise<undefined> {
  const { workspace } = attempt;
  const { version, next } = begun.source;
  const since = version + 1;
  for (;;) {
    begun.signal.throwIfAborted();
    const part = await index.purge(workspace, { source, since });
    if (part.length === 0) break;
    await db.write([attempt.guard(), ...part]);
  }
  for (;;) {
    begun.signal.throwIfAborted();
    const part = await nextDoomed(db, workspace, { source, which: 'staged', version, upTo: next - 1 });
    if (part.length === 0) return undefined;
    await db.write([attempt.guard(), ...part]);
  }
}

/** Deletes what an earlier attempt has staged after its checkpoint, and reads what that has left to be indexed. */
export async function goBack({ db, index }: Needs, begun: Discarding, crawl: Head): Promise<Earlier> {
  const { attempt, id: source, signal } = begun;
  const { workspace } = attempt;
  const { version, nextChunk, unindexed: first, written } = crawl;
  // When all is read, everything is indexed, and segments may be merged already.
  if (crawl.site === null) return { written, unindexed: [] };
  for (;;) {
    signal.throwIfAborted();
    const segments = await index.purge(workspace, { source, since: version, from: first });
    const part = segments.length > 0 ? segments : await store.nextAfter(db, workspace, { source, version, nextChunk });
    if (part.length === 0) break;
    await db.write([attempt.guard(), ...part]);
  }
  return { written, unindexed: await store.unindexedChunks(db, workspace, { source, first, end: nextChunk }) };
}
