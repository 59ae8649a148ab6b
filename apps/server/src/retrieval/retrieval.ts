import type { MetadataFilter } from '../storage/sql/facets.ts';
import type { Passage } from './store.ts';

/** A passage that a search has found, with why it was found. */
export interface Found extends Passage {
  readonly score: number;
  /** Its place in each ranking, from 1; null if that ranking didn't find it. */
  readonly ranks: Ranks;
  /** The words of the question that it has, as they are indexed. */
  readonly terms: readonly string[];
}

/** Places in the rankings, from 1. */
export interface Ranks {
  readonly lexical: number | null;
  readonly vectors: number | null;
  readonly rerank: number | null;
}

/** Mode of a search: by words and n-grams, or by vectors as well. */
export type Mode = 'lexical' | 'hybrid';

/** A question to the sources of an agent. */
export interface Question {
  readonly workspace: string;
  readonly agent: string;
  readonly text: string;
  /** Earlier questions of the conversation, newest first. */
  readonly context?: readonly string[] | undefined;
  readonly topK: number;
  readonly mode: Mode;
  /** Filters of the metadata of a document, or else of its source; all must match. */
  readonly filters?: readonly (MetadataFilter | undefined)[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The model that puts the best passages in order; none unless set. */
  readonly rerank?: { readonly model: string } | undefined;
  /** Account on whose behalf the search runs. */
  readonly account: string;
}

/** Result of a search, best first, with its mode and hints for the caller. */
export interface Findings {
  readonly found: Found[];
  readonly mode: Mode;
  readonly notes: string[];
}

/** Finds passages. */
export interface Retrieval {
  /** Searches the sources of an agent, as they serve. */
  search(question: Question): Promise<Findings>;
  /** Searches one source at a version, which may be staged: for the replay of questions before a swap. */
  searchSource(question: {
    readonly workspace: string;
    readonly source: string;
    readonly version: number;
    readonly text: string;
    readonly topK: number;
  }): Promise<Found[]>;
}
