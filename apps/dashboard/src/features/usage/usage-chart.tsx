import type { Usage } from '@parley/sdk';
import { BarChart } from '../../ui/charts/bar-chart.tsx';

/** Max keys with a colour of their own; the others share one. */
const maxSeries = 5;

const colours = ['blue-5', 'teal-6', 'orange-6', 'grape-5', 'cyan-7'];

const hourName = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });

/** Requests per hour, by key. */
export function UsageChart({ usage: { hours, keys } }: { usage: Usage }) {
  const shown = keys.slice(0, maxSeries);
  const rest = hours.map(({ requests }, hour) =>
    Math.max(0, requests - shown.reduce((sum, key) => sum + (key.hours[hour] ?? 0), 0)),
  );
  const series = shown.map((key, index) => ({
    label: `${key.name} …${key.lastFour}`,
    color: `--mantine-color-${colours[index] ?? 'gray-6'}`,
    values: hours.map((_, hour) => key.hours[hour] ?? 0),
  }));
  const others = { label: 'Other keys', color: '--mantine-color-gray-5', values: rest };
  return (
    <BarChart
      title="Requests in each of the last 24 hours, by key"
      unit="Hour"
      height={240}
      names={hours.map(({ startsAt }) => hourName.format(new Date(startsAt)))}
      isStacked
      series={rest.some((requests) => requests > 0) || shown.length === 0 ? [...series, others] : series}
    />
  );
}
