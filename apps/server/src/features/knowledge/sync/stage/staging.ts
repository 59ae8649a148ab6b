import { hashOf } from '../../../../extract/text-hash.ts';
import type { Database } from '../../../../storage/database.ts';
import type { Attempt } from '../../../../storage/jobs/kind.ts';
import type { Room } from '../../../../storage/quotas/quotas.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { Earlier } from '../job/discard.ts';
import { SourceGone, type SyncIndex } from '../job/seams.ts';
import type { Replacement, SourceQuota } from '../job/source-quota.ts';
import type { EditedChunk } from './edits.ts';
import { createIndexing } from './indexing.ts';
import * as store from './stage-store.ts';

/** Maximum size of one unit of work, unless one document alone has more: chunks, and bytes of their texts. */
const unit = { chunks: 100, bytes: 128 * 1024 } as const;

/** Number of chunk numbers that are reserved at a time. */
const numbersAtOnce = 1_000;

/** Dependencies of staging. */
export interface StagingNeeds {
  readonly db: Database;
  readonly room: Room;
  readonly index: SyncIndex;
  newId(kind: 'document'): string;
}

/** The version that is being made, and the attempt that makes it. */
export interface Staged {
  readonly workspace: string;
  readonly source: string;
  readonly version: number;
  readonly attempt: Pick<Attempt<unknown>, 'guard' | 'now' | 'signal'>;
  readonly left: SourceQuota;
  readonly earlier?: Earlier | undefined;
}

/** A document with its chunks, and the one that it replaces. */
export interface NewDocument
  extends Pick<
    store.StagedDocument,
    'key' | 'url' | 'title' | 'status' | 'problem' | 'etag' | 'lastModified' | 'links' | 'item'
  > {
  readonly hash: string;
  readonly bytes: number;
  readonly position: number;
  readonly chunks: readonly EditedChunk[];
  readonly replaces: store.KnownDocument | undefined;
}

export type Staging = ReturnType<typeof createStaging>;

/** Writes a version of a source in portions, each in a unit of work that proves that it is still wanted. */
export function createStaging(needs: StagingNeeds, of: Staged) {
  const { db, room, newId } = needs;
  const { workspace, source, version, attempt, left } = of;
  const gone = () => new SourceGone();
  const indexing = createIndexing(needs.index, {
    ...{ workspace, source, since: version, signal: attempt.signal, earlier: of.earlier?.unindexed },
    write: (statements) => write(statements),
  });
  let numbers = { next: 0, end: 0 };
  let documents: store.StagedDocument[] = [];
  let ended: string[] = [];
  let chunks: store.StagedChunk[] = [];
  let bytes = 0;
  let written = of.earlier?.written ?? 0;

  const write = async (statements: readonly Statement[]): Promise<void> => {
    attempt.signal.throwIfAborted();
    await db.write([attempt.guard(), store.advance(db, workspace, { source, version }, gone), ...statements]);
  };

  /** Takes numbers of chunks. Compactions take numbers of the same row, so they are taken in blocks. */
  const takeNumbers = async (): Promise<typeof numbers> => {
    const taking = { source, version, count: numbersAtOnce };
    const { taken } = await db.write({
      guard: attempt.guard(),
      taken: store.takeNumbers(db, workspace, taking, gone),
    });
    const end = Number(taken.rows[0]?.next_chunk);
    numbers = { next: end - numbersAtOnce, end };
    return numbers;
  };

  /** The number of the next chunk. */
  const nextNumber = async (): Promise<number> => {
    if (numbers.next === numbers.end) await takeNumbers();
    numbers.next += 1;
    return numbers.next - 1;
  };

  /** Writes the collected rows. The old rows end before their successors count. */
  const flush = async (): Promise<void> => {
    if (documents.length + ended.length + chunks.length === 0) return;
    const rooms = documents.length === 0 ? [] : (['knowledgeChunks', 'knowledgeBytes'] as const);
    const [ids, rows, parts] = [ended, documents, chunks];
    [ended, documents, chunks, bytes] = [[], [], [], 0];
    await write([
      ...store.endDocuments(db, workspace, { source, version, ids }),
      ...store.insertDocuments(db, workspace, { source, version, now: attempt.now(), documents: rows }),
      ...store.insertChunks(db, workspace, { source, chunks: parts }),
      ...rooms.flatMap((kind) => room(kind, { workspace })),
    ]);
    written += parts.length;
  };

  return {
    /** Writes what has come together, without indexing it all, and says how far that is. */
    settle: async () => {
      await flush();
      await indexing.run();
      const { next: nextChunk } = numbers.next === numbers.end ? await takeNumbers() : numbers;
      return { written, nextChunk, unindexed: indexing.first() ?? nextChunk };
    },
    /** Number of chunks that were written. */
    written: () => written,

    /** Throws `quota_exceeded` if documents that belong together don't fit as a whole; none of them is added yet. */
    demand: (documents: readonly Replacement[]): void => left.demand(documents),

    /** Adds a document. Throws `quota_exceeded` if the account has no room for it. */
    add: async ({ chunks: cut, replaces, ...document }: NewDocument): Promise<void> => {
      left.take({ chunks: cut.length, bytes: document.bytes }, replaces);
      const id = newId('document');
      documents.push({ ...document, id, chunks: cut.length });
      if (replaces !== undefined) ended.push(replaces.id);
      for (const { original = null, ...chunk } of cut) {
        const number = await nextNumber();
        chunks.push({
          ...chunk,
          original,
          document: id,
          number,
          hash: hashOf(chunk.text),
          originHash: original === null ? null : hashOf(original),
        });
        bytes += chunk.text.length;
        indexing.add({ number, text: chunk.text, headings: chunk.headings, title: document.title });
        if (chunks.length >= unit.chunks || bytes >= unit.bytes) {
          await flush();
          await indexing.run();
        }
      }
      if (documents.length >= unit.chunks) await flush();
    },

    /** Ends documents that are gone. */
    end: async (ids: readonly string[]): Promise<void> => {
      for (const id of ids) {
        ended.push(id);
        if (ended.length >= unit.chunks) await flush();
      }
    },

    /** Writes a statement of its own. */
    write,

    /** Notes how far the sync is. */
    progress: async (progress: store.Progress): Promise<void> => {
      attempt.signal.throwIfAborted();
      await db.write([attempt.guard(), store.advance(db, workspace, { source, version, progress }, gone)]);
    },

    /** Writes and indexes the rest. */
    finish: async (): Promise<void> => {
      await flush();
      await indexing.finish();
    },
  };
}
