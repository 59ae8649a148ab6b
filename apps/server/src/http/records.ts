/** Records kept before those that are over are swept. */
const sweepAt = 10_000;

/** The most records; then the one written longest ago goes first. */
const maxRecords = 100_000;

/** Sweeping looks at every record, so it happens at most so often, in milliseconds. */
const sweepPause = 1_000;

/** Values by subject, bounded however many subjects an attacker makes up. */
export interface Records<Value> {
  readonly size: number;
  get(subject: string): Value | undefined;
  set(subject: string, value: Value, now: number): void;
  delete(subject: string): void;
}

/** Makes bounded records; `isOver` says which ones nobody needs any more. Times are in milliseconds since 1970. */
export function createRecords<Value>(isOver: (value: Value, now: number) => boolean): Records<Value> {
  const records = new Map<string, Value>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  const sweep = (now: number) => {
    // By the distance, since the clock may be set back.
    if (records.size < sweepAt || Math.abs(now - sweptAt) < sweepPause) return;
    sweptAt = now;
    for (const [subject, value] of records) if (isOver(value, now)) records.delete(subject);
  };

  return {
    get size() {
      return records.size;
    },
    get: (subject) => records.get(subject),
    set: (subject, value, now) => {
      sweep(now);
      records.delete(subject);
      const oldest = records.size >= maxRecords ? records.keys().next().value : undefined;
      if (oldest !== undefined) records.delete(oldest);
      records.set(subject, value);
    },
    delete: (subject) => records.delete(subject),
  };
}
