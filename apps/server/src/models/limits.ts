/** Limits of a model call: times in ms and sizes. */
export interface ModelLimits {
  /** Timeout of connecting to the provider. */
  readonly connect: number;
  /** Timeout until the first part of the reply, per attempt; restarts with each part of the model's reasoning. */
  readonly firstToken: number;
  /** Timeout between two parts of the reply or of reasoning. */
  readonly idle: number;
  /** Max wait for the rest of a response after the reason for which its reply ended: the rest may have the usage. */
  readonly afterFinish: number;
  /** Timeout of the whole reply, including retries and back-off. */
  readonly whole: number;
  /** Max bytes of a provider's response. A reply of 100,000 characters, one token per event, takes about this many. */
  readonly replyBytes: number;
  /** Max characters of a reply. */
  readonly answerCharacters: number;
  /** Max retries of a request that failed before the first part. */
  readonly retries: number;
  /** Delay before the first retry; doubles with each retry. */
  readonly retryDelay: number;
  /** Timeout of asking a provider for its list of models. */
  readonly list: number;
  /** Timeout of testing a key or a model. */
  readonly probe: number;
  /** Max time that a request waits for a list that isn't known yet. */
  readonly listWait: number;
  /** Age at which a list is asked for again, and the delay after a failure. */
  readonly listFresh: number;
  readonly listRetry: number;
  /** Timeout of one request for embeddings. */
  readonly embed: number;
  /**
   * Max time that a search waits for the embedding of its question, for vectors to be loaded, and for a model's order.
   */
  readonly embedQuestion: number;
  readonly loadVectors: number;
  readonly rerank: number;
  /** Max time that a grounded reply waits for its model to judge what it says. */
  readonly judge: number;
  /** Max `Retry-After` that is waited for; with a longer one the call fails at once. */
  readonly maxRetryAfter: number;
}

/** The default limits of every model. */
export const modelLimits: ModelLimits = {
  connect: 10_000,
  firstToken: 60_000,
  idle: 60_000,
  afterFinish: 3_000,
  whole: 10 * 60_000,
  replyBytes: 8 * 1024 * 1024,
  answerCharacters: 100_000,
  list: 5_000,
  probe: 30_000,
  listWait: 1_000,
  listFresh: 10 * 60_000,
  listRetry: 30_000,
  retries: 2,
  retryDelay: 500,
  maxRetryAfter: 10_000,
  embed: 60_000,
  embedQuestion: 2_000,
  loadVectors: 1_500,
  rerank: 4_000,
  judge: 30_000,
};
