/** How long things may take, in milliseconds. */
export const timeouts = {
  connect: 3_000,
  statement: 15_000,
  /** The server ends a transaction whose client has fallen silent in the middle of it. */
  idleInTransaction: 10_000,
  /** A server that owes an answer for longer than any statement may take is gone. */
  silence: 20_000,
} as const;

/** As the first statement of a unit it lets the unit take as long as it needs: for migrations. */
export const withoutTimeout = 'set local statement_timeout = 0';
