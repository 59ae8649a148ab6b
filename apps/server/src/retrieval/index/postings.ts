import { compoundIdentifiers, identifierWord, piecesIn, termRules, termsOfPiece } from '../../text/terms.ts';
import { slotOf, wordTerm } from './codec.ts';
import { createNumberList, type NumberList } from './number-list.ts';
import { createRowWriter } from './row-writer.ts';

type TextPiece = ReturnType<typeof piecesIn> extends Iterable<infer Piece> ? Piece : never;

/** The terms of a piece by their numbers. */
interface Piece {
  readonly ids: readonly number[];
  readonly words: number;
}

/** The longest run of a script without spaces whose terms are kept for its next occurrence, in UTF-16 units. */
const keptRun = 8;

/** The terms of a segment: each has a number. */
function createTerms() {
  const ids = new Map<string, number>();
  const pieces = new Map<string, Piece>();

  const idOf = (term: string): number => {
    const known = ids.get(term);
    if (known !== undefined) return known;
    ids.set(term, ids.size);
    return ids.size - 1;
  };

  return {
    all: () => [...ids.keys()],
    ofWord: (word: string): number => idOf(wordTerm(word)),
    of: (piece: TextPiece): Piece => {
      const known = pieces.get(piece.text);
      if (known !== undefined) return known;
      const { words, grams } = termsOfPiece(piece);
      const terms: number[] = [];
      for (const word of words) terms.push(idOf(wordTerm(word)));
      for (const gram of grams) terms.push(idOf(gram));
      const made = { ids: terms, words: words.length };
      if (piece.size === undefined || piece.text.length <= keptRun) pieces.set(piece.text, made);
      return made;
    },
  };
}

/** Postings in the order of their chunks: the term, the place and the count of each, one after another. */
interface Found {
  readonly terms: NumberList;
  readonly places: NumberList;
  readonly counts: NumberList;
}

/** Collects the postings of chunks, one chunk after another, and makes rows of them. */
export function createPostings() {
  const terms = createTerms();
  const found: Found = { terms: createNumberList(), places: createNumberList(), counts: createNumberList() };
  /** Number of occurrences of each term in the current chunk, and the terms that it has. */
  const current = createNumberList();
  const touched = createNumberList();

  const add = (id: number, weight: number): void => {
    if (current.add(id, weight) === weight) touched.push(id);
  };

  /** Counts the terms of a part of the chunk that is being read, and returns its length in words and n-grams. */
  const count = (text: string, weight: number) => {
    let [words, grams] = [0, 0];
    for (const piece of piecesIn(text)) {
      const { ids, words: ofThem } = terms.of(piece);
      words += ofThem;
      grams += ids.length - ofThem;
      for (let at = 0; at < ids.length; at += 1) add(ids[at] ?? 0, weight);
    }
    for (const identifier of compoundIdentifiers(text)) {
      add(terms.ofWord(identifierWord(identifier)), weight);
      words += 1;
    }
    return { words: words * weight, grams: grams * weight };
  };

  return {
    count,
    /** Ends the chunk that was counted: it stands at a place. */
    end: (place: number): void => {
      for (let at = 0; at < touched.length(); at += 1) {
        const id = touched.at(at);
        found.terms.push(id);
        found.places.push(place);
        found.counts.push(current.at(id));
        current.set(id, 0);
      }
      touched.clear();
    },
    /**
     * The rows of all terms, one for each slot, in order; within a row in the order of their UTF-16 units. A slot
     * without terms has a row, too: so a missing row means that it could not be read.
     */
    rows: (slots: number) => rowsOf(terms.all(), found, slots),
  };
}

function rowsOf(terms: readonly string[], found: Found, slots: number) {
  const { starts, order } = byTerm(found, terms.length);
  const lists: { readonly term: string; readonly id: number }[][] = Array.from({ length: slots }, () => []);
  for (const [id, term] of terms.entries()) lists[slotOf(term, { slots, rules: termRules })]?.push({ term, id });
  const row = createRowWriter();
  return lists.map((list, slot) => {
    list.sort((one, other) => (one.term < other.term ? -1 : 1));
    for (const { term, id } of list) {
      const from = starts[id] ?? 0;
      const until = starts[id + 1] ?? 0;
      row.term(term, { count: until - from, last: found.places.at(order[until - 1] ?? 0) });
      let before = -1;
      for (let next = from; next < until; next += 1) {
        const at = order[next] ?? 0;
        const place = found.places.at(at);
        row.posting(place - before, found.counts.at(at));
        before = place;
      }
    }
    return { slot, postings: row.take() };
  });
}

/** Sorts postings by their terms, in linear time; those of a term stay in the order of their places. */
function byTerm({ terms }: Found, count: number) {
  const starts = new Int32Array(count + 1);
  for (let at = 0; at < terms.length(); at += 1) starts[terms.at(at) + 1] = (starts[terms.at(at) + 1] ?? 0) + 1;
  for (let id = 0; id < count; id += 1) starts[id + 1] = (starts[id + 1] ?? 0) + (starts[id] ?? 0);
  const next = starts.slice();
  const order = new Int32Array(terms.length());
  for (let at = 0; at < order.length; at += 1) {
    const id = terms.at(at);
    const to = next[id] ?? 0;
    order[to] = at;
    next[id] = to + 1;
  }
  return { starts, order };
}
