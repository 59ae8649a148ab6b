/** A citation as it is kept with the question that it answered, as JSON in `knowledge_questions`. */
export interface Cited {
  /** The identity of the document across versions; null if it isn't known. */
  readonly documentKey: string | null;
  readonly chunk: number | null;
  /** SHA-256 of the quote in hex. */
  readonly quoteHash: string | null;
  readonly quote: string;
}
