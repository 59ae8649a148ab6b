/** How every bar chart looks. */
export const barChart = {
  gridAxis: 'x',
  gridColor: 'var(--line)',
  strokeDasharray: 0,
  tickLine: 'none',
  barProps: { isAnimationActive: false },
  // Half a line, so that the uppermost figure stands at its own line and not below it.
  barChartProps: { margin: { top: 9 } },
  valueFormatter: (value: number) => value.toLocaleString('en'),
} as const;
