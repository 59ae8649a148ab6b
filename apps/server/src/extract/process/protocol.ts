import type { BuiltSegment, IndexedChunk } from '../../retrieval/index/segment.ts';
import type { Format, Mark, SourceErrorCode, Warning } from '../document.ts';

/** Task of an extraction, without the bytes. */
export interface ExtractTask {
  readonly kind: 'extract';
  readonly format: Format;
  /** Absolute URL of a page, which resolves its links. */
  readonly url?: string | undefined;
  readonly fileName?: string | undefined;
  /** The encoding that the sender declares. */
  readonly charset?: string | undefined;
  /** Takes the whole page instead of its main content. */
  readonly whole?: boolean | undefined;
  /** The parent recognises the text of pictures that the process sends. */
  readonly recognises?: boolean | undefined;
}

/** A piece of work of an extraction process. */
export type Task = ExtractTask | { readonly kind: 'prepare' } | { readonly kind: 'index' };

/** The fields of a document beside its text, marks and links. */
export interface DocumentHead {
  readonly title: string;
  readonly language?: string | undefined;
  readonly canonical?: string | undefined;
  readonly robots?: readonly string[] | undefined;
}

/** The place of a chunk in its document; the other side slices the text. */
export type Cut = readonly [start: number, end: number, page: number | null, headings: readonly string[]];

/**
 * A part of a task's input or result, bounded by `limits.piece` and `limits.batch`. `head` begins a document, to which
 * the text, marks, links and cuts after it belong.
 */
export type Piece =
  | { readonly bytes: Uint8Array }
  | { readonly head: DocumentHead }
  | { readonly text: string }
  | { readonly marks: readonly Mark[] }
  | { readonly links: readonly string[] }
  | { readonly warnings: readonly Warning[] }
  | { readonly cuts: readonly Cut[] }
  | { readonly chunks: readonly IndexedChunk[] }
  | { readonly built: Omit<BuiltSegment, 'rows'> }
  | { readonly rows: BuiltSegment['rows'] };

/**
 * A message to an extraction process: a task, its input piece by piece, and its end; the text of a picture part by part,
 * and its end, with the failure if there is one.
 */
export type ToProcess =
  | { readonly task: Task }
  | { readonly piece: Piece }
  | { readonly run: true }
  | { readonly recognised: string }
  | { readonly recognisedAll: true; readonly failure?: TaskFailure };

/** The failure of a task. */
export interface TaskFailure {
  readonly code: SourceErrorCode;
  readonly message?: string | undefined;
  readonly hint?: string | undefined;
  readonly detail?: string | undefined;
}

/**
 * A message from an extraction process: its result piece by piece, and its end; a picture part by part, and its end,
 * after which it waits for the picture's text.
 */
export type FromProcess =
  | { readonly piece: Piece }
  | { readonly picture: Uint8Array }
  | { readonly recognise: true }
  | { readonly done: true }
  | { readonly failed: TaskFailure };
