import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { ConversationStatistics } from '@parley/sdk';
import { barChart } from '../../ui/bar-chart.ts';

interface ChartProps {
  days: ConversationStatistics['days'];
  /** In pixels. */
  height: number;
}

/** Days are UTC days in every time zone. */
const dayName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const nameOf = (date: string) => dayName.format(new Date(date));

/** The options that both charts share. */
const look = {
  ...barChart,
  dataKey: 'day',
  withLegend: true,
  legendProps: { verticalAlign: 'bottom', height: 36, itemSorter: null },
  xAxisProps: { interval: 'equidistantPreserveStart', minTickGap: 32 },
  yAxisProps: { allowDecimals: false, width: 36 },
  maxBarWidth: 18,
} as const;

/** New conversations and messages per day. */
export function TalkChart({ days, height }: ChartProps) {
  const data = days.map(({ date, conversations, messages: { user, assistant, human } }) => ({
    day: nameOf(date),
    conversations,
    messages: user + assistant + human,
  }));
  return (
    <div role="img" aria-label={`Bar chart of conversations and messages on each of the last ${days.length} days`}>
      <BarChart
        {...look}
        h={height}
        data={data}
        series={[
          { name: 'conversations', label: 'Conversations', color: 'accent.5' },
          { name: 'messages', label: 'Messages', color: 'teal.5' },
        ]}
      />
    </div>
  );
}

/** Positive and negative ratings per day. */
export function FeedbackChart({ days, height }: ChartProps) {
  const data = days.map(({ date, feedback }) => ({ day: nameOf(date), ...feedback }));
  return (
    <div role="img" aria-label={`Bar chart of good and bad replies on each of the last ${days.length} days`}>
      <BarChart
        {...look}
        type="stacked"
        h={height}
        data={data}
        series={[
          { name: 'positive', label: 'Good', color: 'teal.6' },
          { name: 'negative', label: 'Bad', color: 'red.6' },
        ]}
      />
    </div>
  );
}
