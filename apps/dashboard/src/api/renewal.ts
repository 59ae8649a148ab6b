/** Somebody who waits for the session to be there again. */
interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

let waiting: Waiting[] = [];
let reason: unknown;
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** Waits until the person has signed in again; rejects with the failure where they don't want to. */
export function renewSession(error: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    reason = error;
    waiting = [...waiting, { resolve, reject }];
    tell();
  });
}

/** The state of the renewal, for the dialog that asks to sign in again. */
export const renewal = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isWanted: (): boolean => waiting.length > 0,
  done: () => {
    const those = waiting;
    waiting = [];
    tell();
    for (const { resolve } of those) resolve();
  },
  giveUp: () => {
    const those = waiting;
    waiting = [];
    tell();
    for (const { reject } of those) reject(reason);
  },
};
