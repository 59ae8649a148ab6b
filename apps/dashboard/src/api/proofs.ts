import { createStore } from '../ui/loading/store.ts';

/** A call that waits until the user has proved who they are. */
interface Waiting {
  readonly error: unknown;
  resolve(): void;
  reject(error: unknown): void;
}

/** Lets calls wait for one answer of the user. */
function createProof() {
  const waiting = createStore<readonly Waiting[]>([]);
  /** Number of times that the user was asked, and true if they proved it the last time. */
  const answers = { count: 0, isProved: false };
  return {
    /** The waiting calls; the dialog that asks is open while there are any. */
    waiting,
    /** Number of times that the user was asked so far. */
    soFar: (): number => answers.count,
    /**
     * Waits until the user has proved it; rejects with the given failure if they cancel. If they have answered since the
     * call began, for another call, they aren't asked a second time.
     */
    ask: (error: unknown, soFar: number): Promise<void> => {
      if (soFar !== answers.count) return answers.isProved ? Promise.resolve() : Promise.reject(error);
      return new Promise((resolve, reject) => waiting.set([...waiting.get(), { error, resolve, reject }]));
    },
    /** Ends the wait: the calls continue if the user has proved it, and fail if they cancelled. */
    end: (isProved: boolean): void => {
      answers.count += 1;
      answers.isProved = isProved;
      const calls = waiting.get();
      waiting.set([]);
      for (const { error, resolve, reject } of calls) isProved ? resolve() : reject(error);
    },
  };
}

/** Signing in again after a session has ended. */
export const renewal = createProof();

/** Confirming that it is the user, before an operation that asks for it. */
export const confirmation = createProof();

/** Callbacks that wait for the next time that the user signs in again. */
const listeners: (() => void)[] = [];

/** Waits, without asking, until the user has signed in again for another call. */
export const signedInAgain = (): Promise<void> => new Promise((resolve) => void listeners.push(resolve));

/** Ends the wait for a new session. A user who has just signed in has confirmed that it is them, too. */
export function endRenewal(isSignedIn: boolean): void {
  if (isSignedIn) for (const resolve of listeners.splice(0)) resolve();
  renewal.end(isSignedIn);
  if (isSignedIn) confirmation.end(true);
}

/** Ends every wait, since the user signs out. Calls that are still under way fail without a question. */
export function endProofs(): void {
  renewal.end(false);
  confirmation.end(false);
}
