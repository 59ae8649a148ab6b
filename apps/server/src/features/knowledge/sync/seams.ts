import type { Statement } from '../../../storage/unit.ts';

/** A heading or page that begins at a place in a document's text. */
export interface Mark {
  readonly at: number;
  readonly heading?: { readonly level: number; readonly text: string };
  readonly page?: number;
}

/** A chunk before it has a number. */
export interface CutChunk {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly headings: readonly string[];
  readonly page: number | null;
}

/** A document as text. */
interface Extracted {
  readonly title: string;
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** What was left out. */
export interface SyncWarning {
  readonly code: string;
  readonly message: string;
}

/** A file to read. */
interface Input {
  readonly kind: string;
  readonly bytes: Uint8Array;
  readonly fileName?: string;
}

/** How a sync reads documents and cuts them into chunks, outside of this process if that may take long. */
export interface SyncExtractor {
  extract(
    input: Input,
    signal: AbortSignal,
  ): Promise<{ readonly documents: readonly Extracted[]; readonly warnings: readonly SyncWarning[] }>;
  prepare(
    documents: readonly Extracted[],
    signal: AbortSignal,
  ): Promise<readonly { readonly chunks: readonly CutChunk[] }[]>;
}

/** A chunk to index. */
export interface IndexedChunk {
  readonly number: number;
  readonly text: string;
  readonly headings: readonly string[];
  readonly title: string;
}

/** How a sync indexes chunks. */
export interface SyncIndex {
  /** Returns the statements of a segment in batches, one unit of work each; the segment is there after the last. */
  segment(
    of: { readonly workspace: string; readonly source: string; readonly segment: number; readonly since: number },
    chunks: readonly IndexedChunk[],
    signal: AbortSignal,
  ): Promise<readonly (readonly Statement[])[]>;
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

/** A failure of a source in words; with `retry`, another attempt may succeed. */
export class SyncFailure extends Error {
  readonly code: string;
  readonly hint: string;
  readonly retry: boolean;

  constructor(code: string, message: string, { hint, retry = false }: { hint: string; retry?: boolean }) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.retry = retry;
  }
}

/** The source was deleted, or another sync has begun: this one ends without a word. */
export class SourceGone extends Error {}
