/** The look of every bar chart. */
export const barChart = {
  gridAxis: 'x',
  gridColor: 'var(--line)',
  strokeDasharray: 0,
  tickLine: 'none',
  barProps: { isAnimationActive: false },
  // Half a line, so that the top label is not cut off.
  barChartProps: { margin: { top: 9 } },
  valueFormatter: (value: number) => value.toLocaleString('en'),
} as const;
