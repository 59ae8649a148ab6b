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

/** New conversations per day, week or month. */
export function TalkChart({ statistics, each, height }: ChartProps) {
  const values = statistics.days.map(({ conversations }) => conversations);
  return (
    <BarChart
      title={`Conversations ${each}`}
      height={height}
      {...namesOf(statistics)}
      isStacked={false}
      series={[{ label: 'Conversations', color: '--measure', values }]}
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
        { label: 'Good', color: '--good', values: days.map(({ feedback }) => feedback.positive) },
        { label: 'Bad', color: '--bad', values: days.map(({ feedback }) => feedback.negative) },
      ]}
    />
  );
}

/** The time to reply per day, week or month, as a band from the median to the 95th percentile; a gap without a reply. */
export function LatencyChart({ statistics, each, height }: ChartProps) {
  const { days } = statistics;
  return (
    <BarChart
      title={`Time to reply ${each}`}
      height={height}
      {...namesOf(statistics)}
      isStacked={false}
      shape="band"
      measure="ms"
      series={[
        {
          label: 'Median',
          color: '--measure',
          values: days.map(({ latencyMs }) => latencyMs?.median ?? 0),
        },
        {
          label: '95th percentile',
          color: '--measure-soft',
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
        { label: 'In', color: '--measure', values: days.map(({ usage }) => usage.inputTokens) },
        { label: 'Out', color: '--measure-soft', values: days.map(({ usage }) => usage.outputTokens) },
      ]}
    />
  );
}
