import { pace } from '../../scheduling/pace.ts';
import { type Postings, readPostings } from '../index/codec.ts';
import { inverseFrequency, termScore } from './bm25.ts';
import type { LocatedTerm, Place, SearchedSegment } from './locate.ts';

/** A chunk and its score in one ranking. */
export interface Candidate {
  readonly source: string;
  readonly position: number;
  readonly chunk: number;
  readonly score: number;
}

/** Best first. Of those with the same score, the one of the agent's earlier source, and of those the earlier chunk. */
export const byScore = (one: Candidate, other: Candidate): number =>
  other.score - one.score || one.position - other.position || one.chunk - other.chunk;

/**
 * Max postings that a question reads, rarest terms first: some milliseconds. Terms that nearly every chunk has decide
 * little.
 */
const budget = 300_000;

const unitOrder = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The terms within the budget, rarest first; always the rarest. */
function withinBudget(terms: readonly LocatedTerm[]): LocatedTerm[] {
  let left = budget;
  return [...terms]
    .sort((one, other) => one.having - other.having || unitOrder(one.term, other.term))
    .filter(({ having }, index) => {
      left -= having;
      return index === 0 || left >= 0;
    });
}

/** Keeps the best of many candidates. */
function createTopK(most: number) {
  let kept: Candidate[] = [];
  /** Below it, nothing can be among the best. */
  let least = 0;
  const trim = () => {
    kept.sort(byScore);
    kept = kept.slice(0, most);
    least = kept.length === most ? (kept[most - 1]?.score ?? 0) : 0;
  };
  return {
    least: () => least,
    add: (candidate: Candidate) => {
      kept.push(candidate);
      if (kept.length >= most * 4) trim();
    },
    all: () => {
      trim();
      return kept;
    },
  };
}

/** Room for the scores and postings of one segment; no search holds it across turns of the event loop. */
interface Room {
  readonly scores: Float64Array;
  readonly postings: Postings;
  /** Occurrences of several words that are scored as one, and the places that have any. All zero between two terms. */
  readonly sums: Int32Array;
  readonly touched: Int32Array;
}

const roomOf = (chunks: number): Room => ({
  scores: new Float64Array(chunks),
  postings: { places: new Int32Array(chunks), counts: new Int32Array(chunks) },
  sums: new Int32Array(chunks),
  touched: new Int32Array(chunks),
});

let shared = roomOf(0);

function roomFor(chunks: number): Room {
  if (shared.scores.length < chunks) shared = roomOf(chunks);
  shared.scores.fill(0, 0, chunks);
  return shared;
}

/** Reads the postings of a term in a segment into the room, those of several words summed up; returns their number. */
function readTerm(places: readonly Place[], { postings, sums, touched }: Room): number {
  const [first] = places;
  if (first === undefined) return 0;
  if (places.length === 1) return readPostings(first.row, first.at, postings);
  let found = 0;
  for (const { row, at } of places) {
    const count = readPostings(row, at, postings);
    for (let next = 0; next < count; next += 1) {
      const place = postings.places[next] ?? 0;
      if (sums[place] === 0) touched[found++] = place;
      sums[place] = (sums[place] ?? 0) + (postings.counts[next] ?? 0);
    }
  }
  for (let next = 0; next < found; next += 1) {
    const place = touched[next] ?? 0;
    postings.places[next] = place;
    postings.counts[next] = sums[place] ?? 0;
    sums[place] = 0;
  }
  return found;
}

/** Ranks chunks by BM25 over words and n-grams together, each relative to its own lengths; returns the best. */
export async function rank(
  segments: readonly SearchedSegment[],
  terms: readonly LocatedTerm[],
  most: number,
): Promise<Candidate[]> {
  const chunks = segments.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const averageOf = (kind: LocatedTerm['kind']) =>
    segments.reduce((sum, { totals }) => sum + totals[kind], 0) / Math.max(1, chunks);
  const averages = { words: averageOf('words'), grams: averageOf('grams') };
  const weighted = withinBudget(terms).map((term) => ({
    ...term,
    factor: term.weight * inverseFrequency(chunks, Math.min(chunks, term.having)),
  }));
  const best = createTopK(most);
  for (const [index, segment] of segments.entries()) {
    const room = roomFor(segment.numbers.length);
    const { scores, postings } = room;
    let isTouched = false;
    for (const { kind, places, factor } of weighted) {
      const own = places[index];
      if (own === undefined) continue;
      isTouched = true;
      const [lengths, average] = [segment[kind], averages[kind]];
      const count = readTerm(own, room);
      for (let next = 0; next < count; next += 1) {
        const chunk = postings.places[next] ?? 0;
        const score = factor * termScore((postings.counts[next] ?? 0) / 2, (lengths[chunk] ?? 0) / average);
        scores[chunk] = (scores[chunk] ?? 0) + score;
      }
    }
    if (isTouched) collect(segment, scores, best);
    await pace.due();
  }
  return best.all();
}

function collect(
  { source, position, numbers }: SearchedSegment,
  scores: Float64Array,
  best: ReturnType<typeof createTopK>,
) {
  for (let place = 0; place < numbers.length; place += 1) {
    const score = scores[place] ?? 0;
    if (score > 0 && score >= best.least()) best.add({ source, position, chunk: numbers[place] ?? 0, score });
  }
}
