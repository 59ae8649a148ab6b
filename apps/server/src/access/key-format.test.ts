// @module-tag pure

import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { isWellFormedKey, keyPattern, newKey } from './key-format.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('a key is parley_, 32 random characters and a checksum of 6, all base62', () => {
  for (let made = 0; made < 200; made += 1) {
    const key = newKey();
    expect(key).toMatch(/^parley_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/);
    expect(keyPattern.test(key)).toBe(true);
    expect(isWellFormedKey(key)).toBe(true);
  }
});

test('the checksum is the CRC-32 of everything before it, in base62', () => {
  const key = newKey();
  const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
  expect(value).toBe(crc32(key.slice(0, -6)));
});

test('published keys stay well-formed', () => {
  expect(isWellFormedKey(`parley_${'0'.repeat(32)}2hnHL7`)).toBe(true);
  expect(isWellFormedKey(`parley_${'Q'.repeat(16)}${'7'.repeat(16)}4OCRHL`)).toBe(true);
});

test('keys are unique, and every character occurs', () => {
  const keys = Array.from({ length: 1000 }, newKey);
  expect(new Set(keys).size).toBe(1000);
  const seen = new Set(keys.flatMap((key) => [...key.slice(7, 39)]));
  expect(seen.size).toBe(62);
});

test('every single mistake is detected at every position', () => {
  const key = newKey();
  for (let place = 0; place < key.length; place += 1) {
    const typed = key[place] === 'a' ? 'b' : 'a';
    expect(isWellFormedKey(key.slice(0, place) + typed + key.slice(place + 1))).toBe(false);
  }
});

test.each(['', 'parley_', 'parley_short', newKey().toUpperCase(), ` ${newKey()}`, `${newKey()}0`, `${newKey()}\n`])(
  '%j is no key',
  (text) => {
    expect(isWellFormedKey(text)).toBe(false);
  },
);
