import type { ConversationStatistics } from '@parley/sdk';
import { BarChart } from '../../ui/bar-chart.tsx';

interface ChartProps {
  days: ConversationStatistics['days'];
  /** In pixels. */
  height: number;
}

/** Days are UTC days in every time zone. */
const dayName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const namesOf = (days: ChartProps['days']) => days.map(({ date }) => dayName.format(new Date(date)));

/** New conversations and messages per day. */
export function TalkChart({ days, height }: ChartProps) {
  return (
    <BarChart
      title={`Conversations and messages on each of the last ${days.length} days`}
      unit="Day"
      height={height}
      names={namesOf(days)}
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

/** Positive and negative ratings per day. */
export function FeedbackChart({ days, height }: ChartProps) {
  return (
    <BarChart
      title={`Good and bad replies on each of the last ${days.length} days`}
      unit="Day"
      height={height}
      names={namesOf(days)}
      isStacked
      series={[
        { label: 'Good', color: '--mantine-color-teal-6', values: days.map(({ feedback }) => feedback.positive) },
        { label: 'Bad', color: '--mantine-color-red-6', values: days.map(({ feedback }) => feedback.negative) },
      ]}
    />
  );
}

/** The median and the 95th percentile of the time to reply, per day; none on days without a reply. */
export function LatencyChart({ days, height }: ChartProps) {
  return (
    <BarChart
      title={`Time to reply on each of the last ${days.length} days`}
      unit="Day"
      height={height}
      names={namesOf(days)}
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

/** The tokens of prompts and replies per day. */
export function TokenChart({ days, height }: ChartProps) {
  return (
    <BarChart
      title={`Tokens on each of the last ${days.length} days`}
      unit="Day"
      height={height}
      names={namesOf(days)}
      isStacked
      series={[
        { label: 'In', color: '--mantine-color-accent-5', values: days.map(({ usage }) => usage.inputTokens) },
        { label: 'Out', color: '--mantine-color-teal-5', values: days.map(({ usage }) => usage.outputTokens) },
      ]}
    />
  );
}
