import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'parley_';
const secretLength = 32;
const checksumLength = 6;

/** Matches every API key: for secret scanners, and for the first look at a credential. */
export const keyPattern = /^parley_[0-9A-Za-z]{38}$/;

/** Makes an API key: `parley_`, 32 random base62 characters (190 bits), 6 of the CRC-32 over all before. */
export function newKey(): string {
  let body = prefix;
  for (let index = 0; index < secretLength; index += 1) body += alphabet.charAt(randomInt(alphabet.length));
  return body + checksum(body);
}

/** Whether the text is shaped like a key and its checksum is right: a typing error is refused without a look-up. */
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
