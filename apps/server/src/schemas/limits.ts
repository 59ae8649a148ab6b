/** Limits that several features share. A limit of one feature is beside its schema; docs/architecture.md lists both. */

/** Max bytes of one uploaded file. */
export const maxFileBytes = 20 * 1024 * 1024;

/** Max characters of fields that several schemas have. */
export const maxCharacters = {
  /** Of an identifier in a request. */
  id: 100,
  /** Of an email address (RFC 5321, section 4.5.3.1.3). */
  email: 254,
  /** Of a password. */
  password: 1024,
  /** Of the name of a model. */
  model: 200,
  /** Of a system prompt. */
  systemPrompt: 100_000,
  /** Of what the list of a tenant's rows is searched for. */
  search: 200,
} as const;

/** Min characters of a password that is set. */
export const minPasswordCharacters = 12;
