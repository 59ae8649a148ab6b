import * as argon2 from '@node-rs/argon2';
import type { Argon2 } from '../src/features/sessions/passwords.ts';

/**
 * argon2id with the least memory and one pass. Tests create thousands of people; what a real hash costs an attacker,
 * and whom it makes wait, has tests of its own.
 */
export const lightArgon2: Argon2 = {
  hash: (password) => argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  verify: argon2.verify,
};
