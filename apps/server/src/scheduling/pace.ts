/** Limits on what one turn of the event loop does for many readers or for a burst. */
interface PaceLimits {
  /** After this time, in ms, further work waits for the next turn of the loop. */
  readonly budgetMs: number;
  /** Callers that continue without waiting in one turn: their work may come after all of them have asked. */
  readonly atOnce: number;
  readonly now: () => number;
}

/** Spreads work in small pieces over turns of the event loop, in the order in which it is asked for. */
export type Pace = ReturnType<typeof createPace>;

/**
 * Creates a pace. A caller that it lets through does at most one small piece of work, and then asks again. Between two
 * turns of the loop all other work gets its share, so a thousand pieces that are ready together delay others by a few.
 */
export function createPace({ budgetMs, atOnce, now }: PaceLimits) {
  const waiting: (() => void)[] = [];
  let scheduled = false;
  /** When the first work of this turn began; undefined if none did. */
  let begun: number | undefined;
  let passed = 0;

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      passed = 0;
      begun = now();
      admit(begun);
    });
  };

  const admit = (since: number) => {
    const next = now() - since < budgetMs ? waiting.shift() : undefined;
    if (next === undefined) {
      begun = undefined;
      if (waiting.length > 0) schedule();
      return;
    }
    next();
    // A tick that a microtask asks for runs after all microtasks, so after the work that was let through.
    queueMicrotask(() => process.nextTick(admit, since));
  };

  /** Resolves in the next turn of the loop, or in a later one. */
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      schedule();
    });

  return {
    pause,
    /** Undefined if the caller may continue at once; otherwise resolves when it may. */
    due: (): Promise<void> | undefined => {
      begun ??= now();
      if (waiting.length > 0 || passed >= atOnce || now() - begun >= budgetMs) return pause();
      passed += 1;
      schedule();
      return undefined;
    },
  };
}

/** The pace of this process, which has one event loop. */
export const pace: Pace = createPace({ budgetMs: 1, atOnce: 8, now: () => performance.now() });
