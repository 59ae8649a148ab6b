import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'parley_';
const secretLength = 32;
const checksumLength = 6;

/** Matches every API key; secret scanners use it, as does the first check of a credential. */
export const keyPattern = /^parley_[0-9A-Za-z]{38}$/;

/** Creates an API key: `parley_`, 32 random base62 characters (190 bits), and 6 for the CRC-32 of everything before. */
export function newKey(): string {
  let body = prefix;
  for (let index = 0; index < secretLength; index += 1) body += alphabet.charAt(randomInt(alphabet.length));
  return body + checksum(body);
}

/** True if a text has the shape and checksum of a key. Refuses typing errors without a look-up. */
export function isWellFormedKey(text: string): boolean {
  return keyPattern.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

/** The lifetimes of keys that expire, in days. */
export const keyLifetimes = [30, 90, 365] as const;
