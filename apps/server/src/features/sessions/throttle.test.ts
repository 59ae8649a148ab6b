import { beforeEach, expect, test } from 'vitest';
import { maxSubjects } from '../../access/limits/rate-limit.ts';
import { createThrottle, type Throttle } from './throttle.ts';

const minute = 60_000;

let time = 1_000_000;
let throttle: Throttle;
beforeEach(() => {
  throttle = createThrottle(() => time);
});

/** The seconds that a subject has to wait; undefined where it may try. */
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

test('four failures cost nothing, the fifth a minute', () => {
  failTimes(4);
  expect(waitOf()).toBeUndefined();
  failTimes(1);
  expect(waitOf()).toBe(60);
  time += minute - 1;
  expect(waitOf()).toBe(1);
  time += 1;
  expect(waitOf()).toBeUndefined();
});

test('each further failure doubles the wait, up to a quarter of an hour', () => {
  failTimes(4);
  const waits = Array.from({ length: 7 }, () => {
    failTimes(1);
    const wait = waitOf() ?? 0;
    time += wait * 1000;
    return wait;
  });
  expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
});

test('a clock that is set back makes no wait longer, and forgives nothing', () => {
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

test('a success forgets all', async () => {
  failTimes(4);
  expect(await throttle.attempt('alice', async () => true)).toBe(true);
  failTimes(4);
  expect(waitOf()).toBeUndefined();
});

test('attempts at the same moment count from their beginning', async () => {
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

test('a success forgets none that are under way: five at a time, also by whoever knows the password', async () => {
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

test('an attempt that could not be made does not count', async () => {
  const broken = () => throttle.attempt('alice', () => Promise.reject(new Error('busy')));
  for (let tries = 0; tries < 20; tries += 1) await expect(broken()).rejects.toThrow('busy');
  expect(waitOf()).toBeUndefined();
  failTimes(4);
  expect(waitOf()).toBeUndefined();
  failTimes(1);
  expect(waitOf()).toBe(60);
});

test('a quarter of an hour without a failure forgets all', () => {
  failTimes(4);
  time += 15 * minute;
  failTimes(4);
  expect(waitOf()).toBeUndefined();
  failTimes(1);
  time += 16 * minute;
  failTimes(4);
  expect(waitOf()).toBeUndefined();
});

test('subjects are kept apart', () => {
  failTimes(5);
  expect(waitOf('bob')).toBeUndefined();
});

test('at most 100,000 subjects are remembered: the least recently used is forgotten first', () => {
  failTimes(5, 'guessed again');
  failTimes(5, 'left alone');
  expect(waitOf('guessed again')).toBe(60);
  for (let subject = 0; subject < maxSubjects - 1; subject += 1) throttle.fail(`made up ${subject}`);
  expect(waitOf('left alone')).toBeUndefined();
  expect(waitOf('guessed again')).toBe(60);
});
