import uPlot from 'uplot';
import { durationText, type Measure } from './bar-values.ts';
import { ticksUpTo } from './ticks.ts';

/** The bars of one kind. */
export interface BarSeries {
  label: string;
  /** The name of a CSS variable, such as `--accent`. */
  color: string;
  values: readonly number[];
}

/** What a bar chart shows. */
export interface BarData {
  /** The name of each group of bars, such as a day. */
  names: readonly string[];
  /** Shorter names for the axis, if there are any. */
  marks?: readonly string[];
  series: readonly BarSeries[];
  /** Whether the bars of a group are on top of each other, not side by side. */
  isStacked: boolean;
  /** What the values are: `count` unless set. */
  measure?: Measure;
}

/** Max width of a group's bars, in CSS pixels. */
const maxGroupWidth = 28;

/** The least distance of the names below the bars, in CSS pixels. */
const nameDistance = 64;

/** The width of the scale on the left, in CSS pixels. */
export const axisWidth = 48;

/** The value of a CSS variable in the current colour scheme. */
const cssValue = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draws the bars on `host`, in its size; `onPoint` is called with the group under the pointer, or `undefined`. */
export function drawBars(host: HTMLElement, data: BarData, onPoint: (group: number | undefined) => void): uPlot {
  const { names, marks = names, series, isStacked, measure = 'count' } = data;
  const ticks = ticksUpTo(highest(data));
  const text = () => cssValue('--mantine-color-dimmed');
  const font = `12px ${getComputedStyle(host).fontFamily}`;
  return new uPlot(
    {
      width: host.clientWidth,
      height: host.clientHeight,
      padding: [9, 16, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: false, range: [-0.5, names.length - 0.5] },
        y: { range: [0, ticks.at(-1) ?? 1] },
      },
      axes: [
        {
          font,
          size: 28,
          stroke: text,
          grid: { show: false },
          ticks: { show: false },
          splits: (plot) => everyNth(names.length, plot.width),
          values: (_, splits) => splits.map((index) => marks[index] ?? ''),
        },
        {
          font,
          size: axisWidth,
          stroke: text,
          grid: { stroke: () => cssValue('--line'), width: 1 },
          ticks: { show: false },
          splits: () => ticks,
          values: (_, splits) =>
            splits.map((value) => (measure === 'ms' && value > 0 ? durationText(value) : short(value))),
        },
      ],
      series: [
        {},
        ...series.map(({ color }, index) => ({
          fill: () => cssValue(color),
          points: { show: false },
          paths: isStacked ? stacked(data, index) : grouped(data, index),
        })),
      ],
      hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? undefined)] },
    },
    [names.map((_, index) => index), ...series.map(({ values }) => [...values])],
    host,
  );
}

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

const short = (value: number) => (value < 10_000 ? value.toLocaleString('en') : compact.format(value));

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

/** The width of a group in canvas pixels. */
function groupWidth(plot: uPlot): number {
  const distance = plot.valToPos(1, 'x', true) - plot.valToPos(0, 'x', true);
  return Math.min(distance * 0.7, maxGroupWidth * devicePixelRatio);
}

function stacked({ series }: BarData, index: number): uPlot.Series.PathBuilder {
  const below = (group: number) => series.slice(0, index).reduce((sum, { values }) => sum + (values[group] ?? 0), 0);
  return (plot) => {
    const width = groupWidth(plot);
    return bars(plot, series[index], (group) => ({ left: -width / 2, width, base: below(group) }));
  };
}

function grouped({ series }: BarData, index: number): uPlot.Series.PathBuilder {
  return (plot) => {
    const width = groupWidth(plot) / series.length;
    return bars(plot, series[index], () => ({ left: width * (index - series.length / 2), width, base: 0 }));
  };
}

/** The rectangles of a series; `place` tells where that of a group is, with `left` from the centre of the group. */
function bars(
  plot: uPlot,
  series: BarSeries | undefined,
  place: (group: number) => { left: number; width: number; base: number },
): uPlot.Series.Paths {
  const fill = new Path2D();
  for (const [group, value] of (series?.values ?? []).entries()) {
    if (value === 0) continue;
    const { left, width, base } = place(group);
    const x = Math.round(plot.valToPos(group, 'x', true) + left);
    const top = Math.round(plot.valToPos(base + value, 'y', true));
    const bottom = Math.round(plot.valToPos(base, 'y', true));
    // A value that is not 0 is visible, however small it is.
    fill.rect(x, Math.min(top, bottom - 1), Math.max(1, Math.round(width)), Math.max(1, bottom - top));
  }
  return { fill };
}
