/** Limits of an OpenAPI document that is imported. */
export const openApiLimits = {
  /** Max bytes of the document. */
  bytes: 2 * 1024 * 1024,
  /** Max objects and lists inside each other in the document. */
  depth: 100,
  /** Max values in the document, each alias of YAML replaced. */
  values: 500_000,
  /** Max operations. */
  operations: 1_000,
  /** Max values in the schema of one operation, each reference replaced. */
  schemaValues: 5_000,
  /** Max references in a row. */
  references: 20,
  /** Max characters of a description. */
  description: 1_000,
} as const;
