import { maxFileBytes } from './limits.ts';

/** The limits of what a source is made of. */
export const sourceLimits = {
  /** Max characters of a pasted text. */
  text: 200_000,
  url: 2_000,
  patterns: 50,
  patternCharacters: 500,
  maxPages: 5_000,
  maxDepth: 20,
  /** Max pairs of one source, and max characters of each part. */
  pairs: 1_000,
  question: 1_000,
  answer: 10_000,
  /** Max documents of a source of that type, and of one request. */
  documents: 10_000,
  documentsAtOnce: 20,
  documentTitle: 300,
  /** Max bytes of the files of one request together. */
  filesBytes: 100 * 1024 * 1024,
  /** Max characters of a chunk that is edited by hand. */
  chunk: 10_000,
  /** Max bytes of one file. */
  fileBytes: maxFileBytes,
} as const;
