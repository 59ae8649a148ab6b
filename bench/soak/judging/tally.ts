import type { Answer } from '../tenants/client.ts';

/** Requests of a neighbour and the answers to them. */
export interface Totals {
  /** Its acts by kind: `requests`, `connections` … */
  readonly counts: Record<string, number>;
  /** Responses by status and code: `429 rate_limited`. */
  readonly answers: Record<string, number>;
  /** Connections that the server closed or refused, by the error's code. */
  readonly cut: Record<string, number>;
}

/** Counts for one neighbour. */
export interface Tally {
  readonly totals: Totals;
  did(what: string, times?: number): void;
  answered(answer: Pick<Answer, 'status' | 'code'>): void;
  /** Notes that the server closed a connection. */
  cut(reason: string): void;
}

/** Creates a tally with nothing in it. */
export function createTally(): Tally {
  const totals: Totals = { counts: {}, answers: {}, cut: {} };
  const add = (counts: Record<string, number>, name: string, times = 1) => {
    counts[name] = (counts[name] ?? 0) + times;
  };
  return {
    totals,
    did: (what, times) => add(totals.counts, what, times),
    answered: ({ status, code }) => add(totals.answers, code === undefined ? String(status) : `${status} ${code}`),
    cut: (reason) => add(totals.cut, reason),
  };
}
