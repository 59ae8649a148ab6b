// @module-tag pure

import * as argon2 from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { AppError } from '../../errors.ts';
import { createPasswords } from './passwords.ts';

const busy = new AppError('unavailable', 'Busy.');
const passwords = createPasswords(() => busy);

const problemOf = (password: string) =>
  passwords.hash(password).then(
    () => undefined,
    (error: AppError) => error.extras.details,
  );

test('a hash is argon2id with OWASP’s parameters, salted', async () => {
  const [one, two] = await Promise.all([passwords.hash('a fine passphrase'), passwords.hash('a fine passphrase')]);
  for (const hash of [one, two]) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
});

test('only exactly the same password verifies', async () => {
  const password = ' Pässwörd with spaces \u{1f511} ';
  const hash = await passwords.hash(password);
  expect(await passwords.verify(hash, password)).toBe(true);
  for (const other of [password.trim(), password.normalize('NFD'), password.toLowerCase(), `${password} `, '']) {
    expect(await passwords.verify(hash, other)).toBe(false);
  }
});

test('every character of a long password counts', async () => {
  const long = 'ab c'.repeat(256);
  const hash = await passwords.hash(long);
  expect(await passwords.verify(hash, long)).toBe(true);
  expect(await passwords.verify(hash, `${long.slice(0, -1)}d`)).toBe(false);
});

test('a missing person’s password never verifies', async () => {
  expect(await passwords.verify(undefined, 'no one has this password')).toBe(false);
});

test('hashes nothing in advance, and the first check costs the same for a known and an unknown person', async () => {
  const digest = await passwords.hash('a fine passphrase');
  const spied = { hash: vi.fn(argon2.hash), verify: vi.fn(argon2.verify) };
  const first = [createPasswords(() => busy, spied), createPasswords(() => busy, spied)] as const;
  expect(spied.hash).not.toHaveBeenCalled();
  const workOf = async (verifying: Promise<boolean>) => {
    expect(await verifying).toBe(false);
    // The cost of a verification is that of the digest's parameters.
    expect(spied.verify.mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const work = { hashes: spied.hash.mock.calls.length, looks: spied.verify.mock.calls.length };
    vi.clearAllMocks();
    return work;
  };
  expect(await workOf(first[0].verify(digest, 'a wrong passphrase'))).toEqual({ hashes: 1, looks: 1 });
  expect(await workOf(first[1].verify(undefined, 'a wrong passphrase'))).toEqual({ hashes: 1, looks: 1 });
  expect(await workOf(first[0].verify(undefined, 'a wrong passphrase'))).toEqual({ hashes: 0, looks: 1 });
  expect(await workOf(first[1].verify(digest, 'a wrong passphrase'))).toEqual({ hashes: 0, looks: 1 });
});

test.each(['twelve chars', 'ünïcödé and more', '123 is not 456', 'correct horse battery staple'])(
  '%j is accepted',
  async (password) => {
    expect(await problemOf(password)).toBeUndefined();
  },
);

test.each([
  ['', 'must have at least 12 characters'],
  ['eleven char', 'must have at least 12 characters'],
  ['ab c'.repeat(257), 'must have at most 1024 characters'],
  ['password1234', 'is too easy to guess'],
  ['PasswordPassword', 'is too easy to guess'],
  ['qwertyuiop123', 'is too easy to guess'],
  ['123456789012', 'is too easy to guess'],
  ['admin-parley-2026', 'is too easy to guess'],
  ['aaaaaaaaaaaa', 'is too easy to guess'],
  ['ababababababab', 'is too easy to guess'],
])('%j %s', async (password, message) => {
  expect(await problemOf(password)).toEqual([{ path: 'password', message }]);
});

test('the failure uses the caller’s name of the field', async () => {
  await expect(passwords.hash('short', 'newPassword')).rejects.toMatchObject({
    extras: { details: [{ path: 'newPassword' }] },
  });
});

test('a hostile text doesn’t delay the search for common passwords', async () => {
  const started = performance.now();
  await Promise.all(
    ['1'.repeat(1000), '0123456'.repeat(140), `${'password'.repeat(120)}!x`, 'abc'.repeat(340)].map(problemOf),
  );
  expect(performance.now() - started).toBeLessThan(5000);
});

test('computes no hash once the permit is refused, not even in the queue', async () => {
  const digest = await passwords.hash('a fine passphrase');
  // Creates the dummy hash.
  await passwords.verify(digest, 'a fine passphrase');
  // Each of 20 needs a permit on arrival, and the two whose hashes start immediately need a second.
  let permits = 20 + 2;
  const refusal = new Error('enough');
  const permit = () => {
    permits -= 1;
    if (permits < 0) throw refusal;
  };
  const by = { network: '192.0.2.1', permit };
  const attempts = Array.from({ length: 20 }, () => passwords.verify(digest, 'a fine passphrase', by));
  const outcomes = await Promise.allSettled(attempts);
  await expect(passwords.verify(digest, 'a fine passphrase', by)).rejects.toBe(refusal);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.map(({ reason }) => reason as unknown)).toEqual(refused.map(() => refusal));
  expect(refused).toHaveLength(18);
  expect(await passwords.verify(digest, 'a fine passphrase')).toBe(true);
});

test('refuses attempts beyond the queue’s length, and serves the queue', async () => {
  const attempts = Array.from({ length: 80 }, () => passwords.verify(undefined, 'whatever'));
  const outcomes = await Promise.allSettled(attempts);
  const sentAway = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(sentAway.map(({ reason }) => reason as unknown)).toEqual(sentAway.map(() => busy));
  expect(sentAway.length).toBe(80 - 34);
  expect(await passwords.verify(undefined, 'whatever')).toBe(false);
});

test('one network that fills its part of the queue keeps no other from signing in', async () => {
  const digest = await passwords.hash('a fine passphrase');
  const from = (network: string) => passwords.verify(digest, 'a fine passphrase', { network, permit: () => undefined });
  const noisy = Promise.allSettled(Array.from({ length: 500 }, () => from('192.0.2.1')));
  const others = await Promise.all(Array.from({ length: 10 }, (_, index) => from(`198.51.100.${index}`)));
  expect(others).toEqual(others.map(() => true));
  expect((await noisy).filter(({ status }) => status === 'rejected')).toHaveLength(500 - 34);
});
