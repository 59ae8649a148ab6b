/** Vectors of a source, in the order of their chunks' numbers, in base64; empty if a chunk has none. */
export interface Vectors {
  readonly numbers: readonly number[];
  readonly vectors: readonly string[];
}

/** A search of some sources with one query. */
export interface Scanning {
  readonly sources: readonly string[];
  readonly query: Float32Array;
  readonly limit: number;
}

/** A chunk, and the cosine of its vector and the query's. */
export interface Near {
  readonly source: string;
  readonly chunk: number;
  readonly score: number;
}

/** Requests to the worker thread; it answers each one, in order. */
export type ScannerRequest =
  | ({ readonly type: 'add'; readonly id: number; readonly source: string; readonly dimensions: number } & Vectors)
  | { readonly type: 'drop'; readonly id: number; readonly sources: readonly string[] }
  | ({ readonly type: 'scan'; readonly id: number } & Scanning);

/** Answers of the worker thread: vectors found, nothing, or that it has no room for more vectors. */
export interface ScannerReply {
  readonly id: number;
  readonly found?: readonly Near[];
  readonly full?: boolean;
}

/** The settings of the worker thread. */
export interface ScannerSettings {
  /** Max bytes of vectors that it keeps. */
  readonly maxBytes: number;
}
