import type { Extractor } from '../../../../extract/extractor.ts';
import type { Compacted } from '../../../../retrieval/index/compact.ts';
import type { IndexedChunk } from '../../../../retrieval/index/segment.ts';
import type { Statement } from '../../../../storage/unit.ts';

/** Functions that read documents and cut them into chunks, in processes that can be killed. */
export type SyncExtractor = Pick<Extractor, 'extract' | 'prepare' | 'kindOf'>;

/** Functions that index the chunks of a sync. */
export interface SyncIndex {
  /** Builds a segment; its statements come in batches, one unit of work each, and it is there after the last. */
  segment(
    of: { readonly workspace: string; readonly source: string; readonly segment: number; readonly since: number },
    chunks: readonly IndexedChunk[],
    signal: AbortSignal,
  ): Promise<Iterable<readonly Statement[]>>;
  /** Merges the segments that were staged for a version, so that it is searched fast from its beginning. */
  compactStaged(attempt: Compacted, version: number): Promise<void>;
  /** Returns the statements that delete the next portion of the segments since a version; none if nothing is left. */
  purge(
    workspace: string,
    /** `from`: only those that begin with this chunk or a later one. */
    of: { readonly source: string; readonly since: number; readonly from?: number },
  ): Promise<readonly Statement[]>;
}

/** A passage that a search has found. */
export interface ReplayPassage {
  readonly documentKey: string;
  readonly title: string;
  readonly chunk: number;
  readonly text: string;
}

/** Searches one source at a version. */
export type SearchSource = (query: {
  readonly workspace: string;
  readonly source: string;
  readonly version: number;
  readonly text: string;
  readonly topK: number;
}) => Promise<readonly ReplayPassage[]>;

/** The source was deleted, or another sync has begun: this one ends without a word. */
export class SourceGone extends Error {}
