// @module-tag pure

import { expect, test } from 'vitest';
import { createGuard } from './guard.ts';
import { createThrottle } from './throttle.ts';

const email = 'ada@example.com';
const refused = { code: 'too_many_failed_attempts' };
const hour = 60 * 60_000;

/** A guard with its own clock; `known` are the places from which the person is signed in. */
function guarded(...known: readonly string[]) {
  let time = 1_700_000_000_000;
  const now = () => time;
  const guard = createGuard(now, createThrottle(now));
  const attempt = (address: string, succeeds: boolean, account = email) =>
    guard.attempt({ email: account, address, isKnownAt: async (place) => known.includes(place) }, async () => succeeds);
  const guess = (address: string, account?: string) => attempt(address, false, account).catch(() => 'refused');
  const advance = (milliseconds: number) => {
    time += milliseconds;
  };
  return { guard, attempt, guess, advance };
}

/** The address of a number: each in another /24, or in another /48. */
const ipv4 = (n: number) => `${10 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.7`;
const ipv6 = (network: number, subnet = 0) => `2001:db8:${network.toString(16)}:${subnet.toString(16)}::1`;

/** Makes an account count as attacked. */
async function attack({ guess }: ReturnType<typeof guarded>, from = ipv4) {
  for (let n = 0; n < 20; n += 1) expect(await guess(from(n))).toBe(false);
}

test.each([
  ['IPv4 addresses', ipv4],
  ['IPv6 networks', ipv6],
])('the right person gets in from a new place while others guess from many %s all day', async (_, from) => {
  const guards = guarded();
  await attack(guards, from);
  for (let n = 100; n < 2_000; n += 1) {
    await guards.guess(from(n));
    guards.advance((24 * hour) / 1_900);
    if (n % 100 === 0) expect(await guards.attempt(from(50_000 + n), true)).toBe(true);
  }
});

test('while an account is attacked, a place has one guess at it, and then waits longer and longer', async () => {
  const guards = guarded();
  await attack(guards);
  const place = ipv4(5_000);
  expect(await guards.guess(place)).toBe(false);
  await expect(guards.attempt(place, true)).rejects.toMatchObject({ ...refused, extras: { retryAfter: 60 } });
  guards.advance(60_000);
  expect(await guards.guess(place)).toBe(false);
  await expect(guards.attempt(place, true)).rejects.toMatchObject({ ...refused, extras: { retryAfter: 120 } });
  guards.advance(120_000);
  expect(await guards.attempt(place, true)).toBe(true);
  expect(await guards.guess(ipv4(5_001), 'another@example.com')).toBe(false);
  expect(await guards.attempt(ipv4(5_001), true, 'another@example.com')).toBe(true);
});

test('a place from which the person is signed in has as many attempts as ever', async () => {
  const home = ipv4(6_000);
  const guards = guarded(home);
  await attack(guards);
  for (let attempt = 1; attempt <= 4; attempt += 1) expect(await guards.guess(home)).toBe(false);
  expect(await guards.attempt(home, true)).toBe(true);
});

test('the attack is over 15 minutes after it began to count', async () => {
  const guards = guarded();
  await attack(guards);
  guards.advance(15 * 60_000);
  const place = ipv4(5_000);
  for (let attempt = 1; attempt <= 4; attempt += 1) expect(await guards.guess(place)).toBe(false);
  expect(await guards.attempt(place, true)).toBe(true);
});

test('the /64s of one /48 count together, at one account and at all', async () => {
  const guards = guarded();
  for (let subnet = 0; subnet < 20; subnet += 1) expect(await guards.guess(ipv6(1, subnet))).toBe(false);
  await expect(guards.attempt(ipv6(1, 500), true)).rejects.toMatchObject(refused);
  expect(await guards.attempt(ipv6(2), true)).toBe(true);
  for (let subnet = 20; subnet < 100; subnet += 1) {
    expect(await guards.guess(ipv6(1, subnet), `someone-${subnet}@example.com`)).toBe(false);
  }
  expect(() => guards.guard.permit(ipv6(1, 501))).toThrow(/Too many failed attempts/);
  expect(() => guards.guard.permit(ipv6(2))).not.toThrow();
  guards.advance(60_000);
  expect(() => guards.guard.permit(ipv6(1, 501))).not.toThrow();
});
