import { encode, slotsFor } from './codec.ts';
import { createPostings } from './postings.ts';

/** A chunk as it is indexed. */
export interface IndexedChunk {
  readonly number: number;
  readonly text: string;
  /** Outermost first. */
  readonly headings: readonly string[];
  /** Of its document. */
  readonly title: string;
}

/** A segment of the index, ready to be stored. */
export interface BuiltSegment {
  /** The number of its first chunk. */
  readonly first: number;
  readonly chunks: number;
  readonly slots: number;
  /** For each chunk how far its number is from the one before, its words and its n-grams. */
  readonly lengths: string;
  readonly rows: readonly { readonly slot: number; readonly postings: string }[];
}

/** Max chunks that are built into one segment: as many as a process has memory for, whatever their texts are. */
export const maxChunks = 4_096;

/** Weight of an occurrence: in the text itself more than in the headings above it. */
const counts = { text: 2, above: 1 } as const;

/** Builds a segment of at most `maxChunks` chunks, in the order of their numbers. Pure, so any process may do it. */
export function buildSegment(chunks: readonly IndexedChunk[]): BuiltSegment {
  const first = chunks[0]?.number ?? 0;
  const postings = createPostings();
  let lengths = '';
  let before = first;
  for (const [place, { number, text, headings, title }] of chunks.entries()) {
    const above = [title, ...headings.filter((heading) => heading !== title)].join('\n');
    const own = postings.count(text, counts.text);
    const others = postings.count(above, counts.above);
    postings.end(place);
    lengths += encode(number - before) + encode(own.words + others.words) + encode(own.grams + others.grams);
    before = number;
  }
  const slots = slotsFor(chunks.length);
  return { first, chunks: chunks.length, slots, lengths, rows: postings.rows(slots) };
}
