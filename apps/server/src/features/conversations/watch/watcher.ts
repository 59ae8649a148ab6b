/** A conversation that has changed or is gone. */
export interface Change {
  readonly conversation: string;
  readonly workspace: string;
  /** The people in it now, as JSON, if that has changed and nothing else. */
  readonly presence?: string;
}

/** Max changed conversations that wait for a slow reader; those beyond are left out, since it reads its list anyway. */
const mostWaiting = 500;

/** A reader that watches workspaces. */
export interface Watching {
  /** Resolves to what has changed since the last call, once anything has; to undefined after the end. */
  next(): Promise<readonly Change[] | undefined>;
  /** Ends watching. */
  end(): void;
}

/** A reader, as those who tell it see it. */
export interface Watcher extends Watching {
  wake(change: Change): void;
}

/** Creates a reader; `leave` is called at its end. A conversation that changes twice before it is read is one change. */
export function createWatcher(leave: () => void): Watcher {
  let waiting = new Map<string, Change>();
  let over = false;
  let resume: (() => void) | undefined;
  const stir = () => {
    resume?.();
    resume = undefined;
  };
  return {
    next: async () => {
      if (waiting.size === 0 && !over) {
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      }
      if (over) return undefined;
      const changes = [...waiting.values()];
      waiting = new Map();
      return changes;
    },
    wake: (change) => {
      const key = change.presence === undefined ? change.conversation : `presence ${change.conversation}`;
      if (over || (waiting.size >= mostWaiting && !waiting.has(key))) return;
      waiting.set(key, change);
      stir();
    },
    end: () => {
      if (over) return;
      over = true;
      leave();
      stir();
    },
  };
}
