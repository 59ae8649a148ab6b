import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { Usage } from '@parley/sdk';
import { barChart } from '../../ui/bar-chart.ts';

/** Max keys with a colour of their own; the others share one. */
const maxSeries = 5;

const colours = ['accent.5', 'teal.6', 'orange.6', 'grape.5', 'cyan.7'];

const hourName = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });

/** Requests per hour, by key. The table below has the same figures. */
export function UsageChart({ usage: { hours, keys } }: { usage: Usage }) {
  const shown = keys.slice(0, maxSeries);
  const rest = (total: number, hour: number) =>
    Math.max(0, total - shown.reduce((sum, key) => sum + (key.hours[hour] ?? 0), 0));
  const hasRest = hours.some(({ requests }, hour) => rest(requests, hour) > 0);
  const data = hours.map(({ startsAt, requests }, hour) => ({
    hour: hourName.format(new Date(startsAt)),
    ...Object.fromEntries(shown.map((key) => [key._id, key.hours[hour] ?? 0])),
    ...(hasRest && { rest: rest(requests, hour) }),
  }));
  const series = [
    ...shown.map(({ _id, name, lastFour }, index) => ({
      name: _id,
      label: `${name} …${lastFour}`,
      color: colours[index] ?? 'gray.6',
    })),
    ...(hasRest || shown.length === 0 ? [{ name: 'rest', label: 'Other keys', color: 'gray.5' }] : []),
  ];
  return (
    <div role="img" aria-label="Bar chart of the requests in each of the last 24 hours, by key">
      <BarChart
        {...barChart}
        h={240}
        data={data}
        dataKey="hour"
        type="stacked"
        series={series}
        withLegend={shown.length > 0}
        legendProps={{ verticalAlign: 'bottom' }}
        xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 28 }}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        maxBarWidth={28}
      />
    </div>
  );
}
