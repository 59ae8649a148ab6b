import * as argon2 from '@node-rs/argon2';
import type { Argon2 } from '../../src/features/sessions/passwords.ts';

/**
 * argon2id with the least memory and one pass. Tests create thousands of people; the cost of a real hash for an
 * attacker, and the waiting of other requests, have tests of their own.
 */
export const lightArgon2: Argon2 = {
  hash: (password) => argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  verify: argon2.verify,
};

/** The same, and a way to hold every check of a password back: `hold` returns the function that lets them through. */
export function heldArgon2() {
  let held: Promise<void> | undefined;
  const argon2: Argon2 = {
    hash: lightArgon2.hash,
    verify: async (...check) => {
      await held;
      return lightArgon2.verify(...check);
    },
  };
  const hold = (): (() => void) => {
    let letThrough = () => {};
    held = new Promise((resolve) => {
      letThrough = resolve;
    });
    return letThrough;
  };
  return { argon2, hold };
}
