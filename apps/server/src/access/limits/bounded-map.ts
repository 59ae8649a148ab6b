/** Entries kept before those that are over are swept. */
const sweepAt = 10_000;

/** The most entries; then the one written longest ago goes first. */
const maxEntries = 100_000;

/** Sweeping looks at every entry, so it happens at most this often, in milliseconds. */
const sweepPause = 1_000;

/** Values by subject, bounded however many subjects an attacker makes up. */
export interface BoundedMap<Value> {
  readonly size: number;
  get(subject: string): Value | undefined;
  set(subject: string, value: Value, now: number): void;
  delete(subject: string): void;
}

/** Makes a bounded map; `isOver` says which values nobody needs any more. Times are in milliseconds since 1970. */
export function createBoundedMap<Value>(isOver: (value: Value, now: number) => boolean): BoundedMap<Value> {
  const entries = new Map<string, Value>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  const sweep = (now: number) => {
    // By the distance, since the clock may be set back.
    if (entries.size < sweepAt || Math.abs(now - sweptAt) < sweepPause) return;
    sweptAt = now;
    for (const [subject, value] of entries) if (isOver(value, now)) entries.delete(subject);
  };

  return {
    get size() {
      return entries.size;
    },
    get: (subject) => entries.get(subject),
    set: (subject, value, now) => {
      sweep(now);
      entries.delete(subject);
      const oldest = entries.size >= maxEntries ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      entries.set(subject, value);
    },
    delete: (subject) => entries.delete(subject),
  };
}
