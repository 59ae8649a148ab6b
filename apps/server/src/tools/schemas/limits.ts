/** Limits of a schema that a caller gives, and of a check of a value against it. */
export const schemaLimits = {
  /** Max bytes of the schema as JSON. */
  bytes: 32 * 1024,
  /** Max objects and lists inside each other, of a schema and of a value. */
  depth: 32,
  /** Max schemas in all, if each reference is replaced by what it names. */
  expanded: 10_000,
  /** Max patterns of a schema. */
  patterns: 50,
  /** Max characters of a pattern. */
  patternChars: 200,
  /** Max instructions of a compiled pattern. */
  patternSize: 1_000,
  /** Max characters of a text that is matched; a longer one fails. */
  matchedChars: 1_000,
  /** Max problems that are told. */
  problems: 10,
  /** Max steps of a check: a step takes about a microsecond. 16,000 characters of JSON are some 8,000 values at most. */
  steps: 30_000,
} as const;
