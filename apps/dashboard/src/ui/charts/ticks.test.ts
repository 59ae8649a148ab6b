// @module-tag pure

import { describe, expect, it } from 'vitest';
import { ticksUpTo } from './ticks.ts';

describe('the ticks of a scale', () => {
  it('are whole numbers, also if there is little or nothing', () => {
    expect(ticksUpTo(0)).toEqual([0, 1]);
    expect(ticksUpTo(1)).toEqual([0, 1]);
    expect(ticksUpTo(3)).toEqual([0, 1, 2, 3]);
    expect(ticksUpTo(5)).toEqual([0, 2, 4, 6]);
  });

  it('are round, and the last is at least the maximum', () => {
    expect(ticksUpTo(20)).toEqual([0, 5, 10, 15, 20]);
    expect(ticksUpTo(21)).toEqual([0, 10, 20, 30]);
    expect(ticksUpTo(87)).toEqual([0, 50, 100]);
    expect(ticksUpTo(1234)).toEqual([0, 500, 1000, 1500]);
    expect(ticksUpTo(3_400_000)).toEqual([0, 1_000_000, 2_000_000, 3_000_000, 4_000_000]);
  });

  it('are at most five', () => {
    const wrong = Array.from({ length: 5000 }, (_, max) => ({ max, ticks: ticksUpTo(max) })).filter(
      ({ max, ticks }) => ticks.length > 5 || (ticks.at(-1) ?? 0) < max,
    );
    expect(wrong).toEqual([]);
  });
});
