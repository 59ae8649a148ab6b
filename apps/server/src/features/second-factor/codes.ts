import { randomInt } from 'node:crypto';

/** Number of recovery codes that a person gets. */
const codeCount = 10;

/** Crockford's base 32 in lower case: no letter looks like a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 50 random bits: with five tries at a sign-in and the throttle, no guess succeeds. */
const codeLength = 10;

/** A code as a person has typed it: its kind and its canonical form; undefined if it can't be a code. */
export type TypedCode =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery_code'; readonly code: string }
  | undefined;

/** Creates recovery codes, as they are shown: `xxxxx-xxxxx`. */
export const newCodes = (): string[] =>
  Array.from({ length: codeCount }, () => {
    const digits = Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
    return `${digits.slice(0, codeLength / 2)}-${digits.slice(codeLength / 2)}`;
  });

/** Reads a code; spaces, hyphens, case and letters that look like digits are ignored. */
export function readCode(typed: string): TypedCode {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(code)) return { kind: 'totp', code };
  const canonical = code.replace(/[il]/g, '1').replace(/o/g, '0');
  if (canonical.length !== codeLength || [...canonical].some((digit) => !alphabet.includes(digit))) return undefined;
  return { kind: 'recovery_code', code: canonical };
}
