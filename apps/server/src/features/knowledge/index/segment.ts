import { piecesIn, termsOfPiece } from '../../../text/terms.ts';
import { encode, encodePosting, rowPart, slotOf, slotsFor } from './codec.ts';

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

/** Max chunks that are built into one segment. */
export const maxChunks = 1_000;

/** Words stand after this sign in the index, n-grams without: a word of three letters isn't an n-gram. */
const wordSign = '=';

/** A word as a term of the index. */
export const wordTerm = (word: string): string => wordSign + word;

/** How much an occurrence counts: a text's own words more than those of the headings above it. */
const counts = { text: 2, above: 1 } as const;

/** The terms of a piece by their numbers. */
interface Piece {
  readonly ids: Int32Array;
  readonly words: number;
}

/** The longest run of a script without spaces whose terms are kept for its next occurrence, in UTF-16 units. */
const keptRun = 8;

/** Builds the postings of chunks, one chunk after another. */
function createPostings() {
  const ids = new Map<string, number>();
  const pieces = new Map<string, Piece>();
  const texts: string[] = [];
  const found: number[] = [];
  const last: number[] = [];
  /** How often the chunk that is being read has each term. */
  const current: number[] = [];

  const idOf = (term: string): number => {
    const known = ids.get(term);
    if (known !== undefined) return known;
    const id = ids.size;
    ids.set(term, id);
    texts.push('');
    found.push(0);
    last.push(-1);
    current.push(0);
    return id;
  };

  const pieceOf = (piece: Parameters<typeof termsOfPiece>[0]): Piece => {
    const known = pieces.get(piece.text);
    if (known !== undefined) return known;
    const { words, grams } = termsOfPiece(piece);
    const terms = [...words.map((word) => idOf(wordTerm(word))), ...grams.map(idOf)];
    const made = { ids: Int32Array.from(terms), words: words.length };
    if (piece.size === undefined || piece.text.length <= keptRun) pieces.set(piece.text, made);
    return made;
  };

  /** Counts the terms of a part of the chunk that is being read, and returns its length in words and n-grams. */
  const count = (text: string, weight: number, touched: number[]) => {
    let [words, all] = [0, 0];
    for (const piece of piecesIn(text)) {
      const { ids: terms, words: ofThem } = pieceOf(piece);
      words += ofThem;
      all += terms.length;
      for (const id of terms) {
        if (current[id] === 0) touched.push(id);
        current[id] = (current[id] ?? 0) + weight;
      }
    }
    return { words: words * weight, grams: (all - words) * weight };
  };

  return {
    /** Adds the chunk at a place, and returns its length in words and n-grams. */
    add: (place: number, text: string, above: string) => {
      const touched: number[] = [];
      const own = count(text, counts.text, touched);
      const others = count(above, counts.above, touched);
      for (const id of touched) {
        texts[id] += encodePosting(place - (last[id] ?? -1), current[id] ?? 0);
        found[id] = (found[id] ?? 0) + 1;
        last[id] = place;
        current[id] = 0;
      }
      return { words: own.words + others.words, grams: own.grams + others.grams };
    },
    /**
     * The rows of all terms, one for each slot, in order; within a row in the order of their UTF-16 units. A slot
     * without terms has a row, too: so a missing row means that it could not be read.
     */
    rows: (slots: number) => {
      const terms: string[][] = Array.from({ length: slots }, () => []);
      for (const term of ids.keys()) terms[slotOf(term, slots)]?.push(term);
      return terms.map((list, slot) => {
        const parts = list.sort().map((term) => {
          const id = ids.get(term) ?? 0;
          return rowPart(term, { count: found[id] ?? 0, last: last[id] ?? 0, postings: texts[id] ?? '' });
        });
        return { slot, postings: parts.join('') };
      });
    },
  };
}

/** Builds a segment of at most 1,000 chunks, in the order of their numbers. Pure, so any process may do it. */
export function buildSegment(chunks: readonly IndexedChunk[]): BuiltSegment {
  const first = chunks[0]?.number ?? 0;
  const postings = createPostings();
  let lengths = '';
  let before = first;
  for (const [place, { number, text, headings, title }] of chunks.entries()) {
    const above = [title, ...headings.filter((heading) => heading !== title)].join('\n');
    const { words, grams } = postings.add(place, text, above);
    lengths += encode(number - before) + encode(words) + encode(grams);
    before = number;
  }
  const slots = slotsFor(chunks.length);
  return { first, chunks: chunks.length, slots, lengths, rows: postings.rows(slots) };
}
