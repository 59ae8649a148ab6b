// @module-tag pure

import { expect, test } from 'vitest';
import { createSecrets, newToken, tokenDigest } from './secrets.ts';

const secrets = createSecrets('a pepper that is long enough to be one');
const others = createSecrets('another pepper, long enough to be one too');

test('a digest depends on the key and the pepper', () => {
  expect(secrets.digest('key')).toMatch(/^[0-9a-f]{64}$/);
  expect(secrets.digest('key')).toBe(secrets.digest('key'));
  expect(secrets.digest('key')).not.toBe(secrets.digest('kez'));
  expect(secrets.digest('key')).not.toBe(others.digest('key'));
  expect(secrets.digest('key')).not.toBe(tokenDigest('key'));
});

test('unseals what it sealed, and never seals twice alike', () => {
  for (const text of ['', 'a', '{"key":"parley_…"}', '👍'.repeat(1000)]) {
    const sealed = [secrets.seal(text), secrets.seal(text)];
    expect(sealed[0]).not.toBe(sealed[1]);
    expect(sealed.map(secrets.open)).toEqual([text, text]);
    // A text of one byte occurs in random bytes one time in ten.
    if (text.length >= 16) expect(Buffer.from(sealed[0] ?? '', 'base64').includes(text)).toBe(false);
  }
});

test('throws if the sealed text was changed or has another pepper', () => {
  const sealed = secrets.seal('a secret');
  const bytes = Buffer.from(sealed, 'base64');
  for (let place = 0; place < bytes.length; place += 1) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => secrets.open(changed.toString('base64'))).toThrow();
  }
  expect(() => others.open(sealed)).toThrow();
  expect(() => secrets.open('')).toThrow();
});

test('the check detects another pepper and reveals nothing else', () => {
  expect(secrets.check).toBe(createSecrets('a pepper that is long enough to be one').check);
  expect(secrets.check).not.toBe(others.check);
  expect(secrets.check).not.toContain('pepper');
});

test('tokens have 256 bits and are unique', () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(new Set(tokens).size).toBe(1000);
});
