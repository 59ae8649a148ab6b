// @module-tag pure

import { beforeEach, expect, test } from 'vitest';
import { maxSubjects } from '../../access/limits/rate-limit.ts';
import { createThrottle, type Throttle } from './throttle.ts';

const minute = 60_000;

let time = 1_000_000;
let throttle: Throttle;
beforeEach(() => {
  throttle = createThrottle(() => time);
});

/** Seconds that a subject must wait; undefined if it may try. */
function waitOf(subject = 'alice'): number | undefined {
  try {
    throttle.check(subject);
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_failed_attempts' });
    return (error as { extras: { retryAfter: number } }).extras.retryAfter;
  }
  return undefined;
}

function failTimes(count: number, subject = 'alice'): void {
  for (let failures = 0; failures < count; failures += 1) throttle.fail(subject);
}

test('the fifth failure costs a minute, the first four nothing', () => {
  failTimes(4);
  expect(waitOf()).toBeUndefined();
  failTimes(1);
  expect(waitOf()).toBe(60);
  time += minute - 1;
  expect(waitOf()).toBe(1);
  time += 1;
  expect(waitOf()).toBeUndefined();
});

test('each further failure doubles the wait, up to 15 minutes', () => {
  failTimes(4);
  const waits = Array.from({ length: 7 }, () => {
    failTimes(1);
    const wait = waitOf() ?? 0;
    time += wait * 1000;
    return wait;
  });
  expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
});

test('setting the clock back extends no wait and forgets no failure', () => {
  time += 120 * minute;
  failTimes(5);
  time -= 60 * minute;
  expect(waitOf()).toBe(60);
  time += minute;
  expect(waitOf()).toBeUndefined();
  time -= 60 * minute;
  failTimes(1);
  expect(waitOf()).toBe(120);
});

test('a success resets the failures', async () => {
  failTimes(4);
  expect(await throttle.attempt('alice', async () => true)).toBe(true);
  failTimes(4);
  expect(waitOf()).toBeUndefined();
});

test('simultaneous attempts count from their start', async () => {
  let tried = 0;
  const guess = () =>
    throttle.attempt('alice', async () => {
      tried += 1;
      return false;
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, guess));
  expect(tried).toBe(5);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(45);
  expect(waitOf()).toBe(60);
});

test('a success resets no attempts under way: max five at a time, even with the right password', async () => {
  const waiting: (() => void)[] = [];
  const attempt = () =>
    throttle.attempt('alice', async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return true;
    });
  const first = Array.from({ length: 5 }, attempt);
  await expect(attempt()).rejects.toMatchObject({ code: 'too_many_failed_attempts' });
  waiting.shift()?.();
  expect(await first[0]).toBe(true);
  const more = attempt();
  await expect(attempt()).rejects.toMatchObject({ code: 'too_many_failed_attempts' });
  expect(waiting).toHaveLength(5);
  for (const resolve of waiting) resolve();
  expect(await Promise.all([...first, more])).toEqual(Array(6).fill(true));
  failTimes(4);
  expect(waitOf()).toBeUndefined();
});

test('an attempt that could not be checked doesn’t count', async () => {
  const broken = () => throttle.attempt('alice', () => Promise.reject(new Error('busy')));
  for (let tries = 0; tries < 20; tries += 1) await expect(broken()).rejects.toThrow('busy');
  expect(waitOf()).toBeUndefined();
  failTimes(4);
  expect(waitOf()).toBeUndefined();
  failTimes(1);
  expect(waitOf()).toBe(60);
});

test('15 minutes without a failure reset the failures', () => {
  failTimes(4);
  time += 15 * minute;
  failTimes(4);
  expect(waitOf()).toBeUndefined();
  failTimes(1);
  time += 16 * minute;
  failTimes(4);
  expect(waitOf()).toBeUndefined();
});

test('subjects are counted separately', () => {
  failTimes(5);
  expect(waitOf('bob')).toBeUndefined();
});

test('keeps at most 100,000 subjects and removes the least recently used first', () => {
  failTimes(5, 'guessed again');
  failTimes(5, 'left alone');
  expect(waitOf('guessed again')).toBe(60);
  for (let subject = 0; subject < maxSubjects - 1; subject += 1) throttle.fail(`made up ${subject}`);
  expect(waitOf('left alone')).toBeUndefined();
  expect(waitOf('guessed again')).toBe(60);
});
