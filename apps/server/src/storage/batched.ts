import type { Database } from './database.ts';
import type { Statement } from './unit.ts';

/** Facts that are written with a delay, many in one write, so that noting one costs no write of its own. */
export interface Batched<Fact> {
  /** Keeps the latest fact about a subject (or `merge` of it and the earlier one) until the next write. */
  note(subject: string, fact: Fact): void;
  /** Writes pending facts now. */
  flush(): Promise<void>;
  /** Writes pending facts and stops the timer. */
  close(): Promise<void>;
}

/** Settings of a batch: interval in ms, statements, and the handler for failed writes. */
export interface Batching<Fact> {
  readonly interval: number;
  /**
   * Merges two facts about the same subject, the earlier one first. Without it the later fact replaces the earlier one.
   */
  merge?(earlier: Fact, later: Fact): Fact;
  statements(facts: ReadonlyMap<string, Fact>): readonly Statement[];
  onError(error: unknown): void;
}

/** Creates a batch. Facts of a failed write are lost, so use it only for data that may be incomplete. */
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
