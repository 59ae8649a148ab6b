import { pace } from '../../scheduling/pace.ts';
import { countAt, type Postings, postingsAt, readPostings, slotOf } from '../index/codec.ts';
import type { RowName, Segment } from '../index/reader.ts';
import { inverseFrequency, termScore } from './bm25.ts';
import type { WantedTerm } from './question.ts';

/** Position of the postings of a term: a segment, a row, and an index in it. */
interface Place {
  readonly segment: number;
  readonly row: string;
  readonly at: number;
}

/** A term with its postings, and how many chunks have it. */
export interface LocatedTerm extends WantedTerm {
  readonly having: number;
  readonly places: readonly Place[];
}

/** A segment with its source's place among the searched ones. */
export interface SearchedSegment extends Segment {
  readonly position: number;
}

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

/** Max rows of the index that a question reads; of more, some of its terms are left out. */
const mostRows = 8_000;

/** The terms of a list that are looked for in so many segments, evenly chosen. */
function affordable(terms: readonly WantedTerm[], segments: number, share: number): readonly WantedTerm[] {
  const count = Math.max(4, Math.floor((mostRows * share) / Math.max(1, segments)));
  if (terms.length <= count) return terms;
  return terms.filter(
    (_, index) => Math.floor((index * count) / terms.length) !== Math.floor(((index - 1) * count) / terms.length),
  );
}

/** Shares of the rows that words and n-grams may read. */
export const shares = { words: 0.3, grams: 0.7 } as const;

/** Finds the postings of terms in all segments. */
export async function locate(
  segments: readonly SearchedSegment[],
  terms: readonly WantedTerm[],
  { share, read }: { readonly share: number; read(names: readonly RowName[]): Promise<readonly string[]> },
): Promise<LocatedTerm[]> {
  const wanted = affordable(terms, segments.length, share);
  const names = new Map<string, RowName>();
  const keys = wanted.map(({ term }) =>
    segments.map(({ source, segment, slots }) => {
      const slot = slotOf(term, slots);
      const key = `${source} ${segment} ${slot}`;
      names.set(key, [source, segment, slot]);
      return key;
    }),
  );
  const texts = await read([...names.values()]);
  const rows = new Map([...names.keys()].map((key, index) => [key, texts[index] ?? '']));
  const located: LocatedTerm[] = [];
  for (const [index, { term, weight }] of wanted.entries()) {
    const places: Place[] = [];
    let having = 0;
    for (const [segment, key] of (keys[index] ?? []).entries()) {
      const row = rows.get(key) ?? '';
      const at = postingsAt(row, term);
      if (at < 0) continue;
      places.push({ segment, row, at });
      having += countAt(row, at);
    }
    if (having > 0) located.push({ term, weight, having, places });
    await pace.due();
  }
  return located;
}

/**
 * Max postings that one ranking of a question reads, rarest terms first: some milliseconds. Terms that nearly every
 * chunk has decide little.
 */
const budget = 200_000;

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
const shared: { scores: Float64Array; postings: Postings } = {
  scores: new Float64Array(0),
  postings: { places: new Int32Array(0), counts: new Int32Array(0) },
};

function roomFor(chunks: number) {
  if (shared.scores.length < chunks) {
    shared.scores = new Float64Array(chunks);
    shared.postings = { places: new Int32Array(chunks), counts: new Int32Array(chunks) };
  }
  shared.scores.fill(0, 0, chunks);
  return shared;
}

/** Input of a ranking: the occurrences of its terms in the chunks, and their lengths. */
export interface Ranking {
  readonly kind: 'words' | 'grams';
  readonly segments: readonly SearchedSegment[];
  readonly terms: readonly LocatedTerm[];
}

/** Ranks chunks by BM25, and returns the best of them. */
export async function rank({ kind, segments, terms }: Ranking, most: number): Promise<Candidate[]> {
  const chunks = segments.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const average = segments.reduce((sum, { totals }) => sum + totals[kind], 0) / Math.max(1, chunks);
  const weighted: { readonly places: (Place | undefined)[]; readonly factor: number }[] = withinBudget(terms).map(
    ({ weight, having, places }) => {
      const bySegment: (Place | undefined)[] = [];
      for (const place of places) bySegment[place.segment] = place;
      return { places: bySegment, factor: weight * inverseFrequency(chunks, having) };
    },
  );
  const best = createTopK(most);
  for (const [index, segment] of segments.entries()) {
    const { scores, postings } = roomFor(segment.numbers.length);
    const lengths = segment[kind];
    let isTouched = false;
    for (const { places, factor } of weighted) {
      const place = places[index];
      if (place === undefined) continue;
      isTouched = true;
      const count = readPostings(place.row, place.at, postings);
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
