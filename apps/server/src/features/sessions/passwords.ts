import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { type AppError, invalid } from '../../errors.ts';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes that run at once: each takes 19 MiB and a core. */
const maxConcurrent = 2;

/** Hashes that may wait; beyond it the caller is told to come back. */
const maxWaiting = 64;

const minLength = 12;
const maxLength = 1024;

/**
 * The passwords of 12 characters and more that are tried first, and the words of which such are made. No text can be
 * cut into these parts in two ways: else a password could be made that takes for ever to look at.
 */
const guessedFirst =
  /^(?:password|passwort|qwerty(?:uiop)?|azerty|letmein|welcome|admin(?:istrator)?|parley|iloveyou|changeme|secret|abc|[!@#$%^&*._\d-])+$/i;

/** Hashes and checks the passwords of people (argon2id, off the main thread). */
export interface Passwords {
  /** Throws `validation_failed` where the password is too short, too long or among those that are tried first. */
  hash(password: string, path?: string): Promise<string>;
  /**
   * Whether it is the password. Takes as long for an unknown person (`undefined`) as for a known one. `permit` is asked
   * before a place in the queue is taken and again at its head: what it throws saves the hash.
   */
  verify(digest: string | undefined, password: string, permit?: () => void): Promise<boolean>;
}

/** Makes the password functions. `onBusy` is thrown where too many wait already. */
export function createPasswords(onBusy: () => AppError): Passwords {
  const limit = pLimit(maxConcurrent);
  const limited = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount >= maxWaiting) throw onBusy();
    return limit(work);
  };
  let dummy: string | undefined;
  let makingDummy: Promise<string> | undefined;
  /** Makes the dummy for the first password that is verified: a command that verifies none must not hash. */
  const makeDummy = async (): Promise<string> => {
    makingDummy ??= hash('nobody has this password', parameters);
    try {
      dummy = await makingDummy;
      return dummy;
    } finally {
      makingDummy = undefined;
    }
  };
  return {
    hash: async (password, path = 'password') => {
      if (password.length < minLength) throw invalid([{ path, message: `must have at least ${minLength} characters` }]);
      if (password.length > maxLength) throw invalid([{ path, message: `must have at most ${maxLength} characters` }]);
      if (guessedFirst.test(password) || new Set(password).size < 4) {
        throw invalid([{ path, message: 'is too easy to guess' }]);
      }
      return limited(() => hash(password, parameters));
    },
    verify: async (digest, password, permit) => {
      permit?.();
      // Awaited for a known person, too: else the first sign-in after a start would tell who is known.
      const unknown = dummy ?? (await makeDummy());
      const against = digest ?? unknown;
      const matches = await limited(async () => {
        permit?.();
        return verify(against, password.slice(0, maxLength));
      });
      return matches && digest !== undefined;
    },
  };
}
