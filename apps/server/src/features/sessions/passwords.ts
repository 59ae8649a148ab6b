import * as argon2 from '@node-rs/argon2';
import { type AppError, invalid } from '../../errors.ts';
import { maxCharacters, minPasswordCharacters } from '../../schemas/limits.ts';
import { createFairQueue } from './fair-queue.ts';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Max concurrent hashes: each takes 19 MiB and a core. */
const maxConcurrent = 2;

/**
 * Max queued hashes, of all networks and of one; further ones are refused with `onBusy`. About three seconds of work.
 */
const maxWaiting = 128;
const maxWaitingOfOne = 32;

/** The network of hashes that no sign-in asks for: their callers have a session, or a link with a token. */
const authenticated = '';

/**
 * Passwords that consist only of words that attackers try first. No text can be split into these words in two ways:
 * otherwise a crafted password could make the regular expression backtrack without end.
 */
const guessedFirst =
  /^(?:password|passwort|qwerty(?:uiop)?|azerty|letmein|welcome|admin(?:istrator)?|parley|iloveyou|changeme|secret|abc|[!@#$%^&*._\d-])+$/i;

/** Hashes and checks the passwords of people (argon2id, off the main thread). */
export interface Passwords {
  /** Throws `validation_failed` if the password is too short, too long or too easy to guess. */
  check(password: string, path?: string): void;
  /** Checks a password and returns its digest. */
  hash(password: string, path?: string): Promise<string>;
  /**
   * True if the password is right. Takes as long for an unknown person (`undefined`) as for a known one. Calls `permit`
   * before it queues and again at the head of the queue: if that throws, no hash is computed. Networks take turns.
   */
  verify(
    digest: string | undefined,
    password: string,
    by?: { readonly network: string; permit(): void },
  ): Promise<boolean>;
}

const check = (password: string, path = 'password'): void => {
  if (password.length < minPasswordCharacters)
    throw invalid([{ path, message: `must have at least ${minPasswordCharacters} characters` }]);
  if (password.length > maxCharacters.password)
    throw invalid([{ path, message: `must have at most ${maxCharacters.password} characters` }]);
  if (guessedFirst.test(password) || new Set(password).size < 4) {
    throw invalid([{ path, message: 'is too easy to guess' }]);
  }
};

/** The two functions of argon2 that are used here. */
export type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

/** Creates the password functions. They throw `onBusy` if too many hashes are queued. */
export function createPasswords(onBusy: () => AppError, { hash, verify }: Argon2 = argon2): Passwords {
  const queue = createFairQueue({
    concurrent: maxConcurrent,
    waiting: maxWaiting,
    waitingOfOne: maxWaitingOfOne,
    onBusy,
  });
  let dummy: string | undefined;
  let makingDummy: Promise<string> | undefined;
  /** Creates the dummy digest at the first verification: a command that verifies no password must not hash. */
  const makeDummy = async (): Promise<string> => {
    makingDummy ??= hash('the password of an unknown person', parameters);
    try {
      dummy = await makingDummy;
      return dummy;
    } finally {
      makingDummy = undefined;
    }
  };
  return {
    check,
    hash: async (password, path = 'password') => {
      check(password, path);
      return queue(authenticated, () => hash(password, parameters));
    },
    verify: async (digest, password, by) => {
      by?.permit();
      // Awaited for a known person, too: otherwise the first sign-in after a start would reveal who is known.
      const unknown = dummy ?? (await makeDummy());
      const against = digest ?? unknown;
      const matches = await queue(by?.network ?? authenticated, async () => {
        by?.permit();
        return verify(against, password.slice(0, maxCharacters.password));
      });
      return matches && digest !== undefined;
    },
  };
}
