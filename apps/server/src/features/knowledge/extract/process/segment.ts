import { SourceFailure } from '../document.ts';
import type { IndexedChunk } from './protocol.ts';

/** A part of the inverted index, ready to be stored: see `features/knowledge/index/segment.ts`. */
export interface BuiltSegment {
  readonly first: number;
  readonly chunks: number;
  readonly slots: number;
  readonly lengths: string;
  readonly rows: readonly { readonly slot: number; readonly postings: string }[];
}

/** Stands for `buildSegment` of the index until that is there. */
export function buildSegment(_chunks: readonly IndexedChunk[]): BuiltSegment {
  throw new SourceFailure('internal_error', { detail: 'The index is not built yet.' });
}
