import { createStore } from '../ui/store.ts';

/** Somebody who waits for the session to be there again. */
interface Waiting {
  readonly error: unknown;
  resolve(): void;
  reject(error: unknown): void;
}

/** Who waits, for the dialog that asks to sign in again. */
export const renewals = createStore<readonly Waiting[]>([]);

/** Waits until the person has signed in again; rejects with the failure where they don't want to. */
export function renewSession(error: unknown): Promise<void> {
  return new Promise((resolve, reject) => renewals.set([...renewals.get(), { error, resolve, reject }]));
}

/** Ends the waiting: the session is there again, or the person doesn't want to sign in. */
export function endRenewal(isSignedIn: boolean): void {
  const waiting = renewals.get();
  renewals.set([]);
  for (const { error, resolve, reject } of waiting) isSignedIn ? resolve() : reject(error);
}
