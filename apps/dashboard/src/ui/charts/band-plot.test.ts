// @module-tag pure

import { describe, expect, it } from 'vitest';
import { plotBand, runsOf } from './band-plot.ts';

const size = { width: 464, height: 237 };

const bandOf = (median: readonly number[], p95: readonly number[]) =>
  plotBand(
    {
      names: median.map((_, day) => `Day ${day + 1}`),
      isStacked: false,
      shape: 'band',
      series: [
        { label: 'Median', color: '--measure', values: median },
        { label: '95th percentile', color: '--measure', values: p95 },
      ],
    },
    size,
  );

describe('a band between two series', () => {
  it('goes along the upper one and back along the lower one, which has a line', () => {
    expect(bandOf([5, 10], [10, 20])).toEqual({
      area: 'M148 109L348 9L348 109L148 159Z',
      line: 'M148 159L348 109',
    });
  });

  it('has a gap for a day without a value', () => {
    const { line } = bandOf([5, 5, 0, 5, 5], [10, 10, 0, 10, 10]);
    expect(line.match(/M/g)).toHaveLength(2);
    expect(runsOf([5, 5, 0, 5, 5])).toEqual([
      [0, 1],
      [3, 4],
    ]);
  });

  it('is visible for a day alone, and nothing without values', () => {
    expect(bandOf([10], [20])).toEqual({ area: 'M245 9L251 9L251 109L245 109Z', line: 'M245 109L251 109' });
    expect(bandOf([0, 0], [0, 0])).toEqual({ area: '', line: '' });
  });
});
