import type { Database } from './database.ts';
import type { Statement } from './unit.ts';

/** Facts that may be written a little late, many at once: a use costs no write of its own. */
export interface Batched<Fact> {
  /** Remembers the latest fact about a subject (or what `merge` makes of it and the earlier one) until the next write. */
  note(subject: string, fact: Fact): void;
  /** Writes now what would be written later. */
  flush(): Promise<void>;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}

/** How the facts are written: how often (milliseconds), as which statements, and who hears of a failure. */
export interface Batching<Fact> {
  readonly interval: number;
  /** Makes one fact of two about the same subject, the earlier first; without it the later one counts. */
  merge?(earlier: Fact, later: Fact): Fact;
  statements(facts: ReadonlyMap<string, Fact>): readonly Statement[];
  onError(error: unknown): void;
}

/** Makes a batch. Facts of a write that failed are lost: only what may be late by that much belongs here. */
export function createBatched<Fact>(
  db: Database,
  { interval, merge, statements, onError }: Batching<Fact>,
): Batched<Fact> {
  let facts = new Map<string, Fact>();
  const flush = async () => {
    if (facts.size === 0) return;
    const batch = facts;
    facts = new Map();
    await db.write(statements(batch));
  };
  const timer = setInterval(() => {
    flush().catch(onError);
  }, interval);
  timer.unref();
  return {
    note: (subject, fact) => {
      const earlier = merge === undefined ? undefined : facts.get(subject);
      facts.set(subject, merge === undefined || earlier === undefined ? fact : merge(earlier, fact));
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
