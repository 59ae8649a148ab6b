import { type Measure, tickText } from './bar-values.ts';
import { ticksUpTo } from './ticks.ts';

/** The bars of one kind. */
export interface BarSeries {
  label: string;
  /** The name of a CSS variable, such as `--accent`. */
  color: string;
  values: readonly number[];
}

/** Data of a bar chart. */
export interface BarData {
  /** The name of each group of bars, such as a day. */
  names: readonly string[];
  /** Shorter names for the axis, if there are any. */
  marks?: readonly string[];
  series: readonly BarSeries[];
  /** True if the bars of a group are on top of each other, not side by side. */
  isStacked: boolean;
  /** `band`: an area from the first to the second series, instead of bars. */
  shape?: 'bars' | 'band';
  /** Unit of the values; `count` by default. */
  measure?: Measure;
}

/** The size of a plot, in CSS pixels. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** A bar, in CSS pixels from the top left of the plot. */
export interface Bar extends PlotSize {
  readonly x: number;
  readonly y: number;
}

/** Positions of everything in a plot, in CSS pixels from its top left. */
interface Plot {
  readonly ticks: readonly { readonly y: number; readonly text: string }[];
  readonly names: readonly { readonly x: number; readonly text: string }[];
  /** The bars of each series; a value of 0 has none. */
  readonly series: readonly (readonly Bar[])[];
}

/** The width of the scale on the left, in CSS pixels. */
export const axisWidth = 48;

/** The space beside the bars, in CSS pixels: for half a number above, for half a name on the right, and for names. */
const space = { top: 9, right: 16, bottom: 28 };

/** Max width of a group's bars, in CSS pixels. */
const maxGroupWidth = 28;

/** Share of its slot's width that a group's bars take. */
const groupShare = 0.7;

/** The least distance of the names below the bars, in CSS pixels. */
const nameDistance = 64;

/** The edges of the bars, in CSS pixels. */
export const plotArea = ({ width, height }: PlotSize) => ({
  left: axisWidth,
  right: Math.max(axisWidth, width - space.right),
  top: space.top,
  bottom: Math.max(space.top, height - space.bottom),
});

/** Places the bars, the ticks of their scale and their names. Bars are at whole pixels. */
export function plotBars(data: BarData, size: PlotSize): Plot {
  const { names, marks = names, measure = 'count' } = data;
  const { ticks, yOf } = scaleOf(data, size);
  return {
    ticks: ticks.map((value) => ({ y: yOf(value), text: tickText(value, measure) })),
    names: everyNth(names.length, size.width).map((group) => ({
      x: middleOf(group, names.length, size),
      text: marks[group] ?? '',
    })),
    series: data.series.map((_, index) => barsOf(data, index, { size, yOf })),
  };
}

/** The ticks of the scale, and the function that places a value on it. */
export function scaleOf(data: BarData, size: PlotSize): { ticks: number[]; yOf: (value: number) => number } {
  const { top, bottom } = plotArea(size);
  const ticks = ticksUpTo(highest(data));
  const max = ticks.at(-1) ?? 1;
  return { ticks, yOf: (value) => Math.round(bottom - (value / max) * (bottom - top)) };
}

/** The middle of a group, from the left. */
export function middleOf(group: number, groups: number, size: PlotSize): number {
  const { left, right } = plotArea(size);
  return left + ((group + 0.5) / groups) * (right - left);
}

/** The group at a distance from the left; undefined beside the bars. */
export function groupAt(x: number, groups: number, size: PlotSize): number | undefined {
  const { left, right } = plotArea(size);
  return x < left || x >= right || groups === 0 ? undefined : Math.floor(((x - left) / (right - left)) * groups);
}

/** The top of the highest bar. */
function highest({ names, series, isStacked }: BarData): number {
  const tops = names.map((_, group) => {
    const values = series.map(({ values }) => values[group] ?? 0);
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
  });
  return Math.max(0, ...tops);
}

/** The groups that have their name below, at equal distances. */
function everyNth(count: number, width: number): number[] {
  const step = Math.max(1, Math.ceil((count * nameDistance) / Math.max(nameDistance, width - nameDistance)));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** The bars of a series. `yOf` places a value on the scale. */
function barsOf(
  data: BarData,
  index: number,
  { size, yOf }: { size: PlotSize; yOf: (value: number) => number },
): Bar[] {
  const { names, series, isStacked } = data;
  const { left, right } = plotArea(size);
  const groupWidth = Math.min(((right - left) / names.length) * groupShare, maxGroupWidth);
  const width = isStacked ? groupWidth : groupWidth / series.length;
  const start = isStacked ? -width / 2 : width * (index - series.length / 2);
  return names.flatMap((_, group) => {
    const value = series[index]?.values[group] ?? 0;
    if (value === 0) return [];
    const base = isStacked ? sumBelow(series, index, group) : 0;
    const bottom = yOf(base);
    // A value that is not 0 is visible, however small it is.
    const top = Math.min(yOf(base + value), bottom - 1);
    const x = Math.round(middleOf(group, names.length, size) + start);
    return [{ x, y: top, width: Math.max(1, Math.round(width)), height: bottom - top }];
  });
}

/** Sum of the values below the bar of a series in its group. */
const sumBelow = (series: readonly BarSeries[], index: number, group: number): number =>
  series.slice(0, index).reduce((sum, { values }) => sum + (values[group] ?? 0), 0);
