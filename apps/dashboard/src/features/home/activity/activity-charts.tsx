import type { ConversationStatistics } from '@parley/sdk';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { dayLength } from './period.ts';

interface ChartProps {
  statistics: ConversationStatistics;
  /** Which days the chart has, for its title: `on each of the last 30 days`. */
  each: string;
  /** In pixels. */
  height: number;
}

/** Days are UTC days in every time zone. */
const dayName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthName = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const units = { day: 'Day', week: 'Week', month: 'Month' } as const;

/** The names of the points of a chart, and shorter ones for its axis. */
function namesOf({ days, interval, to }: ConversationStatistics) {
  const name = interval === 'month' ? monthName : dayName;
  const marks = days.map(({ date }) => name.format(new Date(date)));
  const ends = days.map((_, index) => {
    const next = days[index + 1];
    return next === undefined ? new Date(to) : new Date(Date.parse(next.date) - dayLength);
  });
  const weeks = days.map(({ date }, index) => dayName.formatRange(new Date(date), ends[index] ?? new Date(to)));
  return { unit: units[interval], names: interval === 'week' ? weeks : marks, marks };
}

/** New conversations and messages per day, week or month. */
export function TalkChart({ statistics, each, height }: ChartProps) {
  const { days } = statistics;
  return (
    <BarChart
      title={`Conversations and messages ${each}`}
      height={height}
      {...namesOf(statistics)}
      isStacked={false}
      series={[
        {
          label: 'Conversations',
          color: '--mantine-color-accent-5',
          values: days.map(({ conversations }) => conversations),
        },
        {
          label: 'Messages',
          color: '--mantine-color-teal-5',
          values: days.map(({ messages: { user, assistant, human } }) => user + assistant + human),
        },
      ]}
    />
  );
}

/** Positive and negative ratings per day, week or month. */
export function FeedbackChart({ statistics, each, height }: ChartProps) {
  const { days } = statistics;
  return (
    <BarChart
      title={`Good and bad replies ${each}`}
      height={height}
      {...namesOf(statistics)}
      isStacked
      series={[
        { label: 'Good', color: '--mantine-color-teal-6', values: days.map(({ feedback }) => feedback.positive) },
        { label: 'Bad', color: '--mantine-color-red-6', values: days.map(({ feedback }) => feedback.negative) },
      ]}
    />
  );
}

/** The median and the 95th percentile of the time to reply, per day, week or month; none without a reply. */
export function LatencyChart({ statistics, each, height }: ChartProps) {
  const { days } = statistics;
  return (
    <BarChart
      title={`Time to reply ${each}`}
      height={height}
      {...namesOf(statistics)}
      isStacked={false}
      measure="ms"
      series={[
        {
          label: 'Median',
          color: '--mantine-color-accent-5',
          values: days.map(({ latencyMs }) => latencyMs?.median ?? 0),
        },
        {
          label: '95th percentile',
          color: '--mantine-color-violet-3',
          values: days.map(({ latencyMs }) => latencyMs?.p95 ?? 0),
        },
      ]}
    />
  );
}

/** The tokens of prompts and replies per day, week or month. */
export function TokenChart({ statistics, each, height }: ChartProps) {
  const { days } = statistics;
  return (
    <BarChart
      title={`Tokens ${each}`}
      height={height}
      {...namesOf(statistics)}
      isStacked
      series={[
        { label: 'In', color: '--mantine-color-accent-5', values: days.map(({ usage }) => usage.inputTokens) },
        { label: 'Out', color: '--mantine-color-teal-5', values: days.map(({ usage }) => usage.outputTokens) },
      ]}
    />
  );
}
