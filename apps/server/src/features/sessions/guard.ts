import { addressPrefix, networkPrefix } from '../../access/limits/address-prefix.ts';
import { createFailureLimiter, tooManyFailures } from '../../access/limits/rate-limit.ts';
import type { Throttle } from './throttle.ts';

/** Max failures of a /48 in a minute, for all accounts together; a /64 and an IPv4 address have 20. */
const maxOfNetwork = 100;

/** Failures at one account, from wherever, in this time, from which on it counts as attacked. */
const maxOfAccount = 20;
const accountWindow = 15 * 60_000;

/** Failures at one account from one /64 or IPv4 address, and from one /48, until it must wait. */
const usual = { place: 5, network: 20 } as const;
/** The same while the account is attacked, unless the person has a session from there. */
const attacked = { place: 1, network: 5 } as const;

/** An attempt to sign in. */
export interface Attempt {
  readonly email: string;
  readonly address: string;
  /**
   * True if the person has a session from this place (an IPv4 address or a /64); called while the account is attacked.
   */
  isKnownAt(place: string): Promise<boolean>;
}

/**
 * Slows down guessing of passwords, and never locks the right person out. A guess counts for its network, for the
 * account, and for both together. However many guesses others make at an account, a place that has made none has one
 * attempt, and a place from which the person is signed in has as many as ever.
 */
export interface Guard {
  /** Throws `too_many_failed_attempts` while an address or its network must wait. */
  permit(address: string): void;
  /** Runs an attempt; resolves with whether it succeeded. Throws `too_many_failed_attempts`. */
  attempt(attempt: Attempt, tries: () => Promise<boolean>): Promise<boolean>;
}

/** Creates a guard; `now` in milliseconds since 1970. */
export function createGuard(now: () => number, throttle: Throttle): Guard {
  const byPlace = createFailureLimiter();
  const byNetwork = createFailureLimiter({ max: maxOfNetwork, subjectOf: networkPrefix });
  const byAccount = createFailureLimiter({ max: maxOfAccount, length: accountWindow, subjectOf: (email) => email });

  const permit = (address: string) => {
    const wait = byPlace.wait(address, now()) ?? byNetwork.wait(address, now());
    if (wait !== undefined) throw tooManyFailures(wait);
  };

  return {
    permit,

    attempt: async ({ email, address, isKnownAt }, tries) => {
      permit(address);
      const account = email.toLowerCase();
      const [place, network] = [addressPrefix(address), networkPrefix(address)];
      const isAttacked = byAccount.wait(account, now()) !== undefined && !(await isKnownAt(place));
      const free = isAttacked ? attacked : usual;
      const fromPlace = () => throttle.attempt(`${account} ${place}`, tries, free.place);
      const succeeded =
        network === place
          ? await fromPlace()
          : await throttle.attempt(`${account} ${network}`, fromPlace, free.network);
      if (succeeded) return true;
      byAccount.fail(account, now());
      const waits = [byPlace.fail(address, now()), byNetwork.fail(address, now())];
      const wait = waits.find((seconds) => seconds !== undefined);
      if (wait !== undefined) throw tooManyFailures(wait);
      return false;
    },
  };
}
