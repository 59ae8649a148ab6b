import { type BarData, middleOf, type PlotSize, scaleOf } from './bar-plot.ts';

/** A band between two series, and a line along the first one: the data of two paths. */
export interface Band {
  readonly area: string;
  readonly line: string;
}

/** Half the width of a day that stands alone, in CSS pixels: a band without a width would not be seen. */
const alone = 3;

/** Draws the band between the first two series. Groups in which the first has no value (0) interrupt it. */
export function plotBand(data: BarData, size: PlotSize): Band {
  const { yOf } = scaleOf(data, size);
  const [low = [], high = []] = data.series.map(({ values }) => values);
  const at = (group: number) => Math.round(middleOf(group, data.names.length, size) * 10) / 10;
  const drawn = runsOf(low).map((run) => {
    const points = run.map((group) => ({ x: at(group), low: yOf(low[group] ?? 0), high: yOf(high[group] ?? 0) }));
    const [only] = points;
    return points.length === 1 && only !== undefined
      ? [
          { ...only, x: only.x - alone },
          { ...only, x: only.x + alone },
        ]
      : points;
  });
  return {
    area: drawn
      .map((points) => {
        const top = points.map(({ x, high }) => `${x} ${high}`);
        const bottom = points.map(({ x, low }) => `${x} ${low}`).reverse();
        return `M${[...top, ...bottom].join('L')}Z`;
      })
      .join(''),
    line: drawn.map((points) => `M${points.map(({ x, low }) => `${x} ${low}`).join('L')}`).join(''),
  };
}

/** The groups with a value, in runs without a gap. */
export function runsOf(values: readonly number[]): number[][] {
  const runs: number[][] = [];
  values.forEach((value, group) => {
    if (value === 0) return;
    const last = runs.at(-1);
    if (last?.at(-1) === group - 1) last.push(group);
    else runs.push([group]);
  });
  return runs;
}
