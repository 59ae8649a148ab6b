/** How long a model may take, in milliseconds, and how much it may send. */
export interface ModelLimits {
  /** To a connection with its provider. */
  readonly connect: number;
  /** To the first piece of the answer, of each attempt; it begins anew with each piece of a model's thoughts. */
  readonly firstToken: number;
  /** Between two pieces, be they of the answer or of thoughts. */
  readonly idle: number;
  /** The whole answer, attempts and waits included. */
  readonly whole: number;
  /** Bytes of a provider's reply. An answer of 100,000 characters, a token an event, has about as many. */
  readonly replyBytes: number;
  /** Characters of an answer. */
  readonly answerCharacters: number;
  /** How often a request that failed before the first piece is sent again. */
  readonly retries: number;
  /** The wait before the first repetition; it doubles. */
  readonly retryDelay: number;
  /** A `Retry-After` beyond this is not waited for. */
  readonly maxRetryAfter: number;
}

/** The limits on every model, in one place. */
export const modelLimits: ModelLimits = {
  connect: 10_000,
  firstToken: 60_000,
  idle: 60_000,
  whole: 10 * 60_000,
  replyBytes: 8 * 1024 * 1024,
  answerCharacters: 100_000,
  retries: 2,
  retryDelay: 500,
  maxRetryAfter: 10_000,
};
