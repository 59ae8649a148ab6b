/** The reason why a source could not be embedded, and its remedy. */
export interface EmbeddingError {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** State of the embedding of a source's chunks: `knowledge_sources.embedding`. */
export interface EmbeddingState {
  /** As `provider/name`. */
  readonly model: string;
  /** True if every chunk that served at the last look is embedded. The second field: see `completeWith`. */
  readonly complete: boolean;
  /** Of the model's vectors; null until the first one is known. */
  readonly dimensions: number | null;
  /** Chunks that are embedded, and chunks that serve. */
  readonly done: number;
  readonly total: number;
  readonly error: EmbeddingError | null;
}

/** Reads a note; undefined for null. */
export const readEmbeddingState = (text: string | null): EmbeddingState | undefined =>
  text === null ? undefined : (JSON.parse(text) as EmbeddingState);

/** Writes a note, with its members in this order. */
export const writeEmbeddingState = (note: EmbeddingState): string => {
  const { model, complete, dimensions, done, total, error } = note;
  return JSON.stringify({ model, complete, dimensions, done, total, error });
};

/** Beginning of the note of a source that is fully embedded with the model, so that queries need not parse JSON. */
export const completeWith = (model: string): string => `{"model":${JSON.stringify(model)},"complete":true,`;

/** The vectors that can be compared with each other: those of one model with one number of dimensions. */
export const spaceOf = ({ model, dimensions }: Pick<EmbeddingState, 'model' | 'dimensions'>): string =>
  `${model} ${dimensions ?? 0}`;
