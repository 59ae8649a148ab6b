/** A passage that a search has found, with its place and why it was found. */
export interface Found {
  readonly source: string;
  readonly sourceName: string;
  readonly sourceType: string;
  /** The ID of its document, and the document's identity across versions. */
  readonly document: string;
  readonly documentKey: string;
  readonly title: string;
  readonly url: string | null;
  /** The version of the source that was searched. */
  readonly version: number;
  readonly chunk: number;
  readonly text: string;
  /** Outermost first. */
  readonly headings: readonly string[];
  /** From 1; null if the document has no pages. */
  readonly page: number | null;
  /** Its place in the text of the document, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** Its place in each ranking, from 1; null if that ranking didn't find it. */
  readonly ranks: Ranks;
  /** The words of the question that it has, as they are indexed. */
  readonly terms: readonly string[];
}

/** Places in the rankings, from 1. */
export interface Ranks {
  readonly words: number | null;
  readonly grams: number | null;
  readonly vectors: number | null;
  readonly rerank: number | null;
}

/** How a search ranks: by words and n-grams, or by vectors as well. */
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
  readonly signal?: AbortSignal | undefined;
  /** The model that puts the best passages in order; none unless set. */
  readonly rerank?: { readonly model: string } | undefined;
  /** On whose behalf. */
  readonly account: string;
}

/** What a search has found, best first; how it was ranked, and what a caller should know of it. */
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
