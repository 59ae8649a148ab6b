import { createStore } from '../ui/store.ts';

/** A call that waits for a new session. */
interface Waiting {
  readonly error: unknown;
  resolve(): void;
  reject(error: unknown): void;
}

/** The waiting calls; the sign-in dialog is open while there are any. */
export const renewals = createStore<readonly Waiting[]>([]);

/** Waits until the user has signed in again; rejects with the given failure if they cancel. */
export function renewSession(error: unknown): Promise<void> {
  return new Promise((resolve, reject) => renewals.set([...renewals.get(), { error, resolve, reject }]));
}

/** Who waits for the next time that the user signs in again. */
const listeners: (() => void)[] = [];

/** Waits, without asking, until the user has signed in again for another call. */
export const signedInAgain = (): Promise<void> => new Promise((resolve) => void listeners.push(resolve));

/** Ends the wait: the calls continue if the user has signed in, and fail if they cancelled. */
export function endRenewal(isSignedIn: boolean): void {
  if (isSignedIn) for (const resolve of listeners.splice(0)) resolve();
  const waiting = renewals.get();
  renewals.set([]);
  for (const { error, resolve, reject } of waiting) isSignedIn ? resolve() : reject(error);
}
