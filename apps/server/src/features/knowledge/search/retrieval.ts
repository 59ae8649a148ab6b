/** A chunk that a search found: what it says, where it is, and why it was found. */
export interface Found {
  readonly source: string;
  readonly sourceName: string;
  readonly sourceType: string;
  readonly document: string;
  readonly documentKey: string;
  readonly title: string;
  readonly url: string | null;
  readonly version: number;
  readonly chunk: number;
  readonly text: string;
  readonly headings: readonly string[];
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly ranks: {
    readonly words: number | null;
    readonly grams: number | null;
    readonly vectors: number | null;
    readonly rerank: number | null;
  };
  readonly terms: readonly string[];
}

/** Searches in knowledge sources. */
export interface Retrieval {
  search(query: {
    readonly workspace: string;
    readonly agent: string;
    readonly text: string;
    /** Earlier questions, newest first. */
    readonly context?: readonly string[];
    readonly topK: number;
    readonly mode: 'lexical' | 'hybrid';
    readonly signal?: AbortSignal;
    readonly account: string;
  }): Promise<{
    readonly found: Found[];
    readonly mode: 'lexical' | 'hybrid';
    readonly notes: string[];
  }>;
  /** The same over one source at a version, for the replay. */
  searchSource(query: {
    readonly workspace: string;
    readonly source: string;
    readonly version: number;
    readonly text: string;
    readonly topK: number;
  }): Promise<Found[]>;
}
