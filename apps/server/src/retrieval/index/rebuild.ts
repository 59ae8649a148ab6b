import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { termRules } from '../../text/terms.ts';
import * as store from './compact-store.ts';
import { findIndexed } from './rebuild-store.ts';
import { type BuiltSegment, type IndexedChunk, maxChunks } from './segment.ts';
import { insertRows } from './store.ts';

/** Builds a segment in another process. */
export type BuildSegment = (
  chunks: readonly IndexedChunk[],
  of: { readonly workspace: string; readonly signal: AbortSignal },
) => Promise<BuiltSegment>;

/** Dependencies of the rebuild of a segment. */
interface Rebuilding {
  readonly db: Database;
  readonly build: BuildSegment;
  readonly signal: AbortSignal;
  readonly workspace: string;
  readonly source: string;
  readonly version: number;
  write(statements: readonly Statement[]): Promise<unknown>;
  /** Takes a number that no segment has had. */
  take(): Promise<number>;
}

/** Chunk numbers that one read looks up: a megabyte of texts at most, unless they are of pairs. */
const numbersAtOnce = 200;

/** The chunks of some numbers that are still needed. */
async function chunksOf({ db, workspace, source, version }: Rebuilding, numbers: Int32Array): Promise<IndexedChunk[]> {
  const wanted = new Set(numbers);
  const chunks: IndexedChunk[] = [];
  const end = (numbers.at(-1) ?? -1) + 1;
  for (let from = numbers[0] ?? 0; from < end; from += numbersAtOnce) {
    const until = Math.min(end, from + numbersAtOnce);
    const found = await findIndexed(db, workspace, { source, version, from, until });
    for (const chunk of found) if (wanted.has(chunk.number)) chunks.push(chunk);
  }
  return chunks;
}

/**
 * Rebuilds the chunks of a segment, in segments of the size that a process has memory for, and returns their numbers.
 * No search sees them until they are swapped for it.
 */
export async function rebuild(
  of: Rebuilding,
  { numbers, since }: { readonly numbers: Int32Array; readonly since: number },
): Promise<number[]> {
  const { db, build, signal, workspace, source } = of;
  const made: number[] = [];
  for (let from = 0; from < numbers.length; from += maxChunks) {
    const chunks = await chunksOf(of, numbers.subarray(from, from + maxChunks));
    if (chunks.length === 0) continue;
    const { rows, ...head } = await build(chunks, { workspace, signal });
    const segment = await of.take();
    await of.write([store.beginMerging(db, workspace, { ...head, source, segment, since, rules: termRules })]);
    for (const unit of insertRows(db, { workspace, source, segment, built: { rows } })) await of.write(unit);
    made.push(segment);
  }
  return made;
}
