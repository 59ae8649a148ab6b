import { createStore } from '../ui/store.ts';

/** A call that waits for a new session. */
interface Waiting {
  readonly error: unknown;
  resolve(): void;
  reject(error: unknown): void;
}

/** The waiting calls; the sign-in dialog is open while there are any. */
export const renewals = createStore<readonly Waiting[]>([]);

/** How often the user was asked, and whether they signed in the last time. */
const answers = { count: 0, isSignedIn: false };

/** How often the user was asked to sign in again so far. */
export const renewalsSoFar = (): number => answers.count;

/**
 * Waits until the user has signed in again; rejects with the given failure if they cancel. If they have answered since
 * the call began, for another call, they aren't asked a second time.
 */
export function renewSession(error: unknown, soFar: number): Promise<void> {
  if (soFar !== answers.count) return answers.isSignedIn ? Promise.resolve() : Promise.reject(error);
  return new Promise((resolve, reject) => renewals.set([...renewals.get(), { error, resolve, reject }]));
}

/** Who waits for the next time that the user signs in again. */
const listeners: (() => void)[] = [];

/** Waits, without asking, until the user has signed in again for another call. */
export const signedInAgain = (): Promise<void> => new Promise((resolve) => void listeners.push(resolve));

/** Ends the wait: the calls continue if the user has signed in, and fail if they cancelled. */
export function endRenewal(isSignedIn: boolean): void {
  if (isSignedIn) for (const resolve of listeners.splice(0)) resolve();
  answers.count += 1;
  answers.isSignedIn = isSignedIn;
  const waiting = renewals.get();
  renewals.set([]);
  for (const { error, resolve, reject } of waiting) isSignedIn ? resolve() : reject(error);
}
