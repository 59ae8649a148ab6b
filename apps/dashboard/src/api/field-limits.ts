/** Limits of the API's fields that forms check before they send, by field. A test compares them with `openapi.json`. */
export const fieldLimits = {
  /** Characters. */
  systemPrompt: 100_000,
  message: 100_000,
  conversationTitle: 200,
  tag: 50,
  comment: 2_000,
  sourceText: 200_000,
  pairQuestion: 1_000,
  pairAnswer: 10_000,
  chunkText: 10_000,
  savedReply: 10_000,
  note: 10_000,
  pattern: 500,
  knowledgeQuery: 1_000,
  /** Items. */
  tags: 20,
  pairs: 1_000,
  patterns: 50,
  agentSources: 100,
  page: 100,
  /** Bytes. */
  fileBytes: 20 * 1024 * 1024,
} as const;

/** The limit in words: `20 MiB`. */
export const fileLimit = `${fieldLimits.fileBytes / 1024 / 1024} MiB`;
