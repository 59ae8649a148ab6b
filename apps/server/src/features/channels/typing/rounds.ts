/** Max conversations in which a process shows typing. It ignores those beyond. */
const mostConversations = 1_000;

/** One round; it returns the time in ms until the next one, and undefined for the last one. */
export type Round = (conversation: string) => Promise<number | undefined>;

/** Runs something after a time in ms, unless the returned function is called before. */
export type Later = (run: () => void, ms: number) => () => void;

/** Uses the timers of the process, without keeping it alive. */
const later: Later = (run, ms) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};

/** Dependencies of rounds. */
interface RoundNeeds {
  onError(error: unknown): void;
  /** The rounds of a conversation have ended. */
  onEnd(conversation: string): void;
  readonly wait?: Later;
}

/**
 * Creates what calls a function for a conversation again and again, at the intervals that it returns: however often a
 * conversation is begun, it has one round at a time.
 */
export function createRounds(round: Round, { onError, onEnd, wait = later }: RoundNeeds) {
  const stops = new Map<string, () => void>();
  let isClosed = false;

  const end = (conversation: string): void => {
    stops.delete(conversation);
    onEnd(conversation);
  };
  const run = async (conversation: string): Promise<void> => {
    let next: number | undefined;
    try {
      next = await round(conversation);
    } catch (error) {
      onError(error);
    }
    if (next !== undefined && !isClosed) schedule(conversation, next);
    else end(conversation);
  };
  const schedule = (conversation: string, ms: number): void => {
    stops.set(
      conversation,
      wait(() => void run(conversation), ms),
    );
  };

  return {
    /** Begins the rounds of a conversation after a time in ms, unless they are under way; false if there are too many. */
    begin: (conversation: string, ms: number): boolean => {
      if (stops.has(conversation)) return true;
      if (isClosed || stops.size >= mostConversations) return false;
      schedule(conversation, ms);
      return true;
    },
    close: (): void => {
      isClosed = true;
      for (const stop of stops.values()) stop();
      stops.clear();
    },
  };
}
