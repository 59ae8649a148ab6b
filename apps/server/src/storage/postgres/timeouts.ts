/** Timeouts in ms. */
export const timeouts = {
  connect: 3_000,
  statement: 15_000,
  /** The server ends a transaction whose client is silent for longer. */
  idleInTransaction: 10_000,
  /** A server without an answer for longer than any statement may take counts as lost. */
  silence: 20_000,
} as const;

/** As the first statement of a unit, disables the statement timeout for it; used by migrations. */
export const withoutTimeout = 'set local statement_timeout = 0';
