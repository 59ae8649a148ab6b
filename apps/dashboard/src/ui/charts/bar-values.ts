/** Unit of a chart's values: numbers, or durations in ms. */
export type Measure = 'count' | 'ms';

/** `850 ms`, `1.3 s`, `75 s`. */
export const durationText = (ms: number): string =>
  ms < 1_000
    ? `${ms.toLocaleString('en')}\u00a0ms`
    : `${(ms / 1_000).toLocaleString('en', { maximumFractionDigits: ms < 10_000 ? 1 : 0 })}\u00a0s`;

/** A value of a chart as text. */
export const valueText = (value: number, measure: Measure): string =>
  measure === 'ms' ? durationText(value) : value.toLocaleString('en');

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

/** A value of a scale as text: short, because its place is narrow. */
export const tickText = (value: number, measure: Measure): string =>
  value < 10_000 || measure === 'ms' ? valueText(value, value > 0 ? measure : 'count') : compact.format(value);
