import type { Database } from '../storage/database.ts';
import { wantedFacets } from '../storage/sql/facets.ts';
import { termsOf } from '../text/terms.ts';
import { createIndexReader, type IndexReads } from './index/reader.ts';
import { type Fused, fuse, type WeighedRanking } from './ranking/fuse.ts';
import { type LocatedTerm, locate, type SearchedSegment } from './ranking/locate.ts';
import { wantedTerms } from './ranking/question.ts';
import { type Candidate, rank } from './ranking/rank.ts';
import type { Findings, Found, Question, Retrieval } from './retrieval.ts';
import * as store from './store.ts';

/** A seam for vectors: ranks chunks by their meaning, or says why it can't. */
export interface VectorSearch {
  search(
    sources: readonly { readonly id: string; readonly version: number }[],
    text: string,
    options: { readonly limit: number; readonly signal?: AbortSignal | undefined; readonly lane?: string | undefined },
  ): Promise<
    readonly { readonly source: string; readonly chunk: number; readonly score: number }[] | { unavailable: string }
  >;
}

/**
 * A seam for reranking: returns the indices of the passages in the order of a model, best first, or says why it can't.
 * Passages that it leaves out come after all others.
 */
export type Rerank = (
  model: string,
  query: string,
  options: { readonly passages: readonly Found[]; readonly account: string; readonly signal?: AbortSignal | undefined },
) => Promise<readonly number[] | { readonly unavailable: string }>;

/** Dependencies of retrieval. */
export interface RetrievalNeeds {
  readonly db: Database;
  /** Undefined if no embedding model is configured. */
  readonly vectors?: VectorSearch | undefined;
  readonly rerank?: Rerank | undefined;
  /** Max candidates of a ranking that are compared with a filter; 25,600 unless set. */
  readonly mostFiltered?: number | undefined;
}

/** Passages that a model is asked to put in order. */
const reranked = 20;

/** Candidates of each ranking; more if some of them can't be found any more. */
const pool = 100;

/** Candidates that one read looks for. */
const checkedAtOnce = 2_000;

/** Maximum attempts at a search, because a source can change meanwhile. */
const attempts = 3;

/** Max candidates by their meaning: each attempt at more of them compares all again. */
const mostByMeaning = pool * 64;

const fewMatch =
  'The filter matches few of the best candidates. Others may match that were not compared: narrow the question.';

/** Weight of each ranking. */
const weights = { lexical: 1, vectors: 1 } as const;

interface Asked {
  readonly text: string;
  readonly context?: readonly string[] | undefined;
  readonly topK: number;
  readonly signal?: AbortSignal | undefined;
  readonly account?: string | undefined;
  readonly vectors?: VectorSearch | undefined;
}

/** Candidates that can be found; `isCut` is true if there were more that were not compared with the filter. */
interface LiveCandidates {
  readonly live: Candidate[];
  readonly isCut: boolean;
}

/** Creates the retrieval of a process, with what it keeps of the index. */
export function createRetrieval({ db, vectors, rerank, mostFiltered = pool * 256 }: RetrievalNeeds): Retrieval {
  const reader = createIndexReader();

  const readsOf = (scope: store.Scope): IndexReads => ({
    terms: (names) => store.findTerms(db, scope, names),
    segments: (of) => store.findSegments(db, scope, of),
  });

  /** The best candidates of a ranking that can be found. More are ranked if too many can't. */
  const liveOf = async (
    scope: store.Scope,
    segments: readonly SearchedSegment[],
    terms: readonly LocatedTerm[],
  ): Promise<LiveCandidates> => {
    const live: Candidate[] = [];
    const bound = isFiltered(scope) ? mostFiltered : Number.POSITIVE_INFINITY;
    for (let [checked, most] = [0, pool]; ; most *= 4) {
      const ranked = await rank(segments, terms, most);
      live.push(...(await liveAmong(scope, ranked.slice(checked))));
      const isEnough = live.length >= pool / 2 || ranked.length < most;
      if (isEnough || most >= bound) return { live: live.slice(0, pool), isCut: !isEnough };
      checked = ranked.length;
    }
  };

  const liveAmong = async (scope: store.Scope, ranked: readonly Candidate[]): Promise<Candidate[]> => {
    const live = new Set<string>();
    for (let from = 0; from < ranked.length; from += checkedAtOnce) {
      const part = ranked.slice(from, from + checkedAtOnce);
      const names = part.map(({ source, chunk }): store.ChunkName => [source, chunk]);
      for (const [source, number] of await store.findLive(db, scope, names)) live.add(`${source} ${number}`);
    }
    return ranked.filter(({ source, chunk }) => live.has(`${source} ${chunk}`));
  };

  const lexical = async (
    scope: store.Scope,
    asked: Asked,
    segments: readonly SearchedSegment[],
  ): Promise<{ readonly rankings: WeighedRanking[]; readonly isCut: boolean }> => {
    const reads = readsOf(scope);
    const terms = await locate(segments, wantedTerms(asked.text, asked.context), (names) => reader.read(reads, names));
    asked.signal?.throwIfAborted();
    const { live, isCut } = await liveOf(scope, segments, terms);
    return { rankings: [{ name: 'lexical', weight: weights.lexical, ranked: live }], isCut };
  };

  const byVectors = async (scope: store.Scope, sources: readonly store.SearchedSource[], asked: Asked) => {
    const { vectors: using, text, signal, account } = asked;
    if (using === undefined) return undefined;
    const positions = new Map(sources.map(({ id, position }) => [id, position]));
    for (let limit = pool; ; limit *= 4) {
      const found = await using.search(sources, text, { limit, signal, lane: account });
      if ('unavailable' in found) return found;
      const ranked = found.map((one) => ({ ...one, position: positions.get(one.source) ?? 0 }));
      const live = await liveAmong(scope, ranked);
      if (live.length < pool / 2 && found.length >= limit && limit < mostByMeaning) continue;
      return { name: 'vectors', weight: weights.vectors, ranked: live.slice(0, pool) } as const;
    }
  };

  const passagesOf = async (scope: store.Scope, fused: readonly Fused[], asked: Asked): Promise<Found[]> => {
    if (fused.length === 0) return [];
    const names = fused.map(({ source, chunk }): store.ChunkName => [source, chunk]);
    const passages = await store.findPassages(db, scope, names);
    const byName = new Map(passages.map((passage) => [`${passage.source} ${passage.chunk}`, passage]));
    const words = new Set(termsOf(asked.text).words);
    return fused.flatMap(({ source, chunk, score, ranks }) => {
      const passage = byName.get(`${source} ${chunk}`);
      if (passage === undefined) return [];
      const own = new Set(termsOf([passage.text, passage.title, ...passage.headings].join('\n')).words);
      return [{ ...passage, score, ranks, terms: [...words].filter((word) => own.has(word)) }];
    });
  };

  const once = async (scope: store.Scope, asked: Asked, sources: readonly store.SearchedSource[]) => {
    const lists = await Promise.all(sources.map((of) => reader.segments(readsOf(scope), of)));
    const segments = lists.flatMap((list, index) =>
      list.map((one) => ({ ...one, position: sources[index]?.position ?? 0 })),
    );
    const { rankings, isCut } = await lexical(scope, asked, segments);
    const byMeaning = await byVectors(scope, sources, asked);
    const notes = byMeaning !== undefined && 'unavailable' in byMeaning ? [byMeaning.unavailable] : [];
    if (byMeaning !== undefined && 'ranked' in byMeaning) rankings.push(byMeaning);
    const found = await passagesOf(scope, fuse(rankings).slice(0, asked.topK), asked);
    if (isCut && found.length < asked.topK) notes.push(fewMatch);
    return { found, notes, lists, isHybrid: rankings.length > 1 };
  };

  const run = async (scope: store.Scope, asked: Asked) => {
    let sources = await store.findSources(db, scope);
    for (let attempt = 1; ; attempt += 1) {
      const result = await once(scope, asked, sources);
      const now = await store.findSources(db, scope);
      const isSame = JSON.stringify(now) === JSON.stringify(sources);
      if (isSame && 'agent' in scope)
        for (const [index, of] of sources.entries()) reader.keep(of, result.lists[index] ?? []);
      if (isSame || attempt === attempts) return result;
      sources = now;
    }
  };

  /** Puts the best passages in the order of a model; if it can't, a note says so. */
  const inOrderOf = async ({ text, account, signal }: Question, model: string, { found, notes }: Findings) => {
    const order = await (rerank?.(model, text, { passages: found, account, signal }) ?? noRerank);
    if ('unavailable' in order) {
      notes.push(order.unavailable);
      return found;
    }
    const first = [...new Set(order)].flatMap((index) => found[index] ?? []);
    const ordered = [...first, ...found.filter((one) => !first.includes(one))];
    return ordered.map((one, index) => ({ ...one, ranks: { ...one.ranks, rerank: index + 1 } }));
  };

  return {
    search: async (question: Question): Promise<Findings> => {
      const { workspace, agent, mode, rerank: by, topK } = question;
      const using = mode === 'hybrid' ? vectors : undefined;
      const wanted = by === undefined ? topK : Math.max(topK, reranked);
      const scope = { workspace, agent, wanted: wantedFacets(question.filters ?? []) };
      const { found, notes, isHybrid } = await run(scope, { ...question, topK: wanted, vectors: using });
      if (mode === 'hybrid' && vectors === undefined) notes.push('No embedding model is configured.');
      const findings: Findings = { found, notes, mode: isHybrid ? 'hybrid' : 'lexical' };
      if (by === undefined || found.length < 2) return findings;
      return { ...findings, found: (await inOrderOf(question, by.model, findings)).slice(0, topK) };
    },
    searchSource: async ({ workspace, source, version, text, topK }) =>
      (await run({ workspace, source, version }, { text, topK })).found,
  };
}

const isFiltered = (scope: store.Scope) => 'agent' in scope && scope.wanted !== undefined;

const noRerank = { unavailable: 'Reranking is not available.' };
