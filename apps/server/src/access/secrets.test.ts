// @module-tag pure

import { expect, test } from 'vitest';
import { sealUnbound } from '../../testing/databases/seal-unbound.ts';
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

const place = ['channels.secrets', 'channel_1'] as const;

test('unseals what it sealed, and never seals twice alike', () => {
  for (const text of ['', 'a', '{"key":"parley_…"}', '👍'.repeat(1000)]) {
    const sealed = [secrets.seal(text, place), secrets.seal(text, place)];
    expect(sealed[0]).not.toBe(sealed[1]);
    expect(sealed.map((each) => secrets.open(each, place))).toEqual([text, text]);
    // A text of one byte occurs in random bytes one time in ten.
    if (text.length >= 16) expect(bytesOf(sealed[0] ?? '').includes(text)).toBe(false);
  }
});

test('throws if the sealed text was changed, or has another pepper or another place', () => {
  const sealed = secrets.seal('a secret', place);
  const bytes = bytesOf(sealed);
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => secrets.open(`v2.${changed.toString('base64')}`, place)).toThrow();
  }
  expect(() => others.open(sealed, place)).toThrow();
  expect(() => secrets.open('', place)).toThrow();
  expect(() => secrets.open(sealed, ['channels.secrets', 'channel_2'])).toThrow();
  expect(() => secrets.open(sealed, ['idempotency_keys.answer', 'channel_1'])).toThrow();
});

test('what was sealed for no place opens nowhere until it is sealed again, and has no way back', () => {
  const old = sealUnbound('a pepper that is long enough to be one', 'a secret');
  expect(() => secrets.open(old, place)).toThrow('not sealed for a place');
  expect(() => secrets.open(`v2.${old}`, place)).toThrow();
  const again = secrets.rebind(old, place) ?? '';
  expect(secrets.open(again, place)).toBe('a secret');
  expect(secrets.rebind(again, ['channels.secrets', 'channel_2'])).toBeUndefined();
  expect(secrets.rebind(again.slice('v2.'.length), ['channels.secrets', 'channel_2'])).toBeUndefined();
  expect(others.rebind(old, place)).toBeUndefined();
});

const bytesOf = (sealed: string) => Buffer.from(sealed.replace('v2.', ''), 'base64');

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
