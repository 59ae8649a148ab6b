// @module-tag pure

import { describe, expect, it } from 'vitest';
import { axisWidth, type BarData, groupAt, middleOf, plotBars } from './bar-plot.ts';

const size = { width: 464, height: 237 };

/** Edges of the area for bars in a plot of 400 × 200 pixels, without the margins of 48 and 9. */
const [bottom, top] = [209, 9];

const dataOf = (values: readonly (readonly number[])[], isStacked: boolean): BarData => ({
  names: (values[0] ?? []).map((_, group) => `Day ${group + 1}`),
  series: values.map((values, index) => ({ label: `Series ${index}`, color: '--accent', values })),
  isStacked,
});

describe('the bars of a plot', () => {
  it('are on top of each other if they are stacked', () => {
    const { series, ticks } = plotBars(
      dataOf(
        [
          [10, 0],
          [5, 20],
        ],
        true,
      ),
      size,
    );
    expect(ticks.map(({ text }) => text)).toEqual(['0', '5', '10', '15', '20']);
    expect(series).toEqual([
      [{ x: 134, y: bottom - 100, width: 28, height: 100 }],
      [
        { x: 134, y: bottom - 150, width: 28, height: 50 },
        { x: 334, y: top, width: 28, height: 200 },
      ],
    ]);
  });

  it('are side by side if they are grouped', () => {
    const { series } = plotBars(dataOf([[10], [20]], false), size);
    expect(series).toEqual([
      [{ x: 234, y: bottom - 100, width: 14, height: 100 }],
      [{ x: 248, y: top, width: 14, height: 200 }],
    ]);
  });

  it('are missing for 0, and the scale has whole numbers then', () => {
    const { series, ticks } = plotBars(dataOf([[0, 0, 0]], true), size);
    expect(series).toEqual([[]]);
    expect(ticks).toEqual([
      { y: bottom, text: '0' },
      { y: top, text: '1' },
    ]);
  });

  it('are one pixel high at least, also on top of others', () => {
    const { series } = plotBars(dataOf([[1], [1_000_000], [1]], true), size);
    expect(series.map(([bar]) => bar?.height)).toEqual([1, expect.any(Number), 1]);
    expect(plotBars(dataOf([[0.2], [90_000]], false), size).series[0]?.[0]).toMatchObject({ y: bottom - 1, height: 1 });
  });

  it('are at whole pixels inside the plot, one pixel wide at least, also with 90 groups on a phone', () => {
    const days = Array.from({ length: 90 }, (_, day) => day + 1);
    const narrow = { width: 301.5, height: 163.25 };
    const { series } = plotBars(dataOf([days, days], false), narrow);
    const bars = series.flat();
    expect(bars).toHaveLength(180);
    for (const { x, y, width, height } of bars) {
      expect([x, width].every(Number.isInteger)).toBe(true);
      expect(width).toBeGreaterThanOrEqual(1);
      expect(height).toBeGreaterThanOrEqual(1);
      expect(x).toBeGreaterThanOrEqual(axisWidth);
      expect(x + width).toBeLessThanOrEqual(narrow.width);
      expect(y).toBeGreaterThanOrEqual(top);
    }
  });

  it('draw nothing wrong without groups or room', () => {
    expect(plotBars(dataOf([[]], true), size)).toMatchObject({ names: [], series: [[]] });
    const [bar] = plotBars(dataOf([[3]], true), { width: 0, height: 0 }).series[0] ?? [];
    expect(bar).toEqual({ x: 48, y: 8, width: 1, height: 1 });
  });
});

describe('the names below', () => {
  const ninety = dataOf([Array.from({ length: 90 }, () => 1)], true);

  it('are as many as the width has room for, at equal distances', () => {
    expect(plotBars(dataOf([[1]], true), size).names).toEqual([{ x: 248, text: 'Day 1' }]);
    const texts = (width: number) => plotBars(ninety, { width, height: 200 }).names.map(({ text }) => text);
    expect(texts(464)).toEqual(['Day 1', 'Day 16', 'Day 31', 'Day 46', 'Day 61', 'Day 76']);
    expect(texts(264)).toEqual(['Day 1', 'Day 30', 'Day 59', 'Day 88']);
    expect(texts(6_000)).toHaveLength(90);
    expect(texts(20)).toEqual(['Day 1']);
  });

  it('are shorter ones if there are any', () => {
    expect(plotBars({ ...dataOf([[1]], true), marks: ['1'] }, size).names).toEqual([{ x: 248, text: '1' }]);
  });
});

describe('the group at a point', () => {
  it('is the one whose middle is nearest', () => {
    for (const groups of [1, 7, 90])
      for (const group of [0, groups - 1]) expect(groupAt(middleOf(group, groups, size), groups, size)).toBe(group);
    expect(groupAt(48, 4, size)).toBe(0);
    expect(groupAt(147.9, 4, size)).toBe(0);
    expect(groupAt(148, 4, size)).toBe(1);
  });

  it('is undefined beside the bars', () => {
    expect(groupAt(47, 4, size)).toBeUndefined();
    expect(groupAt(448, 4, size)).toBeUndefined();
    expect(groupAt(100, 0, size)).toBeUndefined();
  });
});
