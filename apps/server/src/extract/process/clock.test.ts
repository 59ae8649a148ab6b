// @module-tag pure

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startClock } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a clock ends after its time without its pauses', () => {
  const onEnd = vi.fn();
  const clock = startClock(1_000, onEnd);
  vi.advanceTimersByTime(600);
  clock.pause();
  clock.pause();
  vi.advanceTimersByTime(60_000);
  clock.resume();
  clock.resume();
  vi.advanceTimersByTime(399);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a clock that is stopped never ends', () => {
  const onEnd = vi.fn();
  const clock = startClock(1_000, onEnd);
  clock.pause();
  clock.stop();
  clock.resume();
  vi.advanceTimersByTime(10_000);
  expect(onEnd).not.toHaveBeenCalled();
});
