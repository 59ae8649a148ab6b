import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ConversationStatistics } from '@parley/sdk';
import type { ReactNode } from 'react';
import { durationText } from '../../../ui/charts/bar-values.ts';
import { CardFigure, chartHeight, FigureCard } from '../../../ui/charts/figure-card.tsx';
import css from './activity.module.css';
import { FeedbackChart, LatencyChart, TalkChart, TokenChart } from './activity-charts.tsx';
import { changeIn } from './change.ts';
import { beforeWords, eachOf, type Period } from './period.ts';
import { isNothing } from './totals.ts';

type Figures = ConversationStatistics['total'];

/** Reads a figure; null if the period has no value. */
type Read = (figures: Figures) => number | null;

interface FactProps {
  readonly label: string;
  readonly read: Read;
  readonly text?: (value: number) => string;
  /** True if more is worse, so that a change has a colour. */
  readonly isBad?: boolean;
}

const facts = {
  talk: [
    { label: 'Conversations', read: ({ conversations }) => conversations },
    { label: 'Messages', read: ({ messages }) => messages.user + messages.assistant + messages.human },
    { label: 'Users', read: ({ users }) => users },
  ],
  feedback: [
    { label: 'Good replies', read: ({ feedback }) => feedback.positive },
    { label: 'Bad replies', read: ({ feedback }) => feedback.negative, isBad: true },
  ],
  replies: [
    { label: 'Median time', read: ({ latencyMs }) => latencyMs?.median ?? null, text: durationText, isBad: true },
    { label: '95th percentile', read: ({ latencyMs }) => latencyMs?.p95 ?? null, text: durationText, isBad: true },
    { label: 'Failed replies', read: ({ failed }) => failed, isBad: true },
  ],
  tokens: [
    { label: 'Tokens in', read: ({ usage }) => usage.inputTokens },
    { label: 'Tokens out', read: ({ usage }) => usage.outputTokens },
  ],
} as const satisfies Record<string, readonly FactProps[]>;

interface CardsProps {
  statistics: ConversationStatistics | undefined;
  period: Period;
  /** True if the statistics belong to the previous filters, until the current ones have loaded. */
  isStale: boolean;
}

/** The figures of a period beside those of the period before, and charts of its days. */
export function ActivityCards({ statistics, period, isStale }: CardsProps) {
  const card = { statistics, period };
  const total = statistics?.total;
  const isRated = total === undefined || total.feedback.positive + total.feedback.negative > 0;
  const isReplied = total === undefined || total.latencyMs !== null;
  return (
    <div className={css['cards']} data-stale={isStale || undefined} aria-busy={isStale || statistics === undefined}>
      <Card {...card} label="Conversations and messages" facts={facts.talk}>
        {(chart) => <TalkChart {...chart} />}
      </Card>
      <Card {...card} label="Feedback" facts={facts.feedback} nothing={!isRated && 'No reply was rated.'}>
        {(chart) => <FeedbackChart {...chart} />}
      </Card>
      <Card {...card} label="Time to reply" facts={facts.replies} nothing={!isReplied && 'No reply was completed.'}>
        {(chart) => <LatencyChart {...chart} />}
      </Card>
      <Card {...card} label="Tokens" facts={facts.tokens}>
        {(chart) => <TokenChart {...chart} />}
      </Card>
    </div>
  );
}

function Card(props: {
  statistics: ConversationStatistics | undefined;
  period: Period;
  label: string;
  facts: readonly FactProps[];
  nothing?: string | false;
  children: (chart: { statistics: ConversationStatistics; each: string; height: number }) => ReactNode;
}) {
  const { statistics, period, label, facts, nothing = false, children } = props;
  return (
    <FigureCard
      label={label}
      figures={facts.map((fact) => <Fact key={fact.label} {...fact} statistics={statistics} period={period} />)}
      isLoading={statistics === undefined}
      nothing={nothing}
    >
      {statistics && children({ statistics, each: eachOf(period, statistics.interval), height: chartHeight })}
    </FigureCard>
  );
}

/** A number with its thousands; from a million on, short. */
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const countText = (value: number) => (value < 1_000_000 ? value.toLocaleString('en') : short.format(value));

function Fact(props: FactProps & { statistics: ConversationStatistics | undefined; period: Period }) {
  const { label, read, text = countText, isBad = false, statistics, period } = props;
  const now = statistics && read(statistics.total);
  // If nothing at all was before, a figure says nothing of it.
  const before = statistics && (isNothing(statistics.previous) ? null : (read(statistics.previous) ?? 0));
  const change = (
    <div className={css['change']}>
      {now === undefined || before === undefined ? (
        <Skeleton height={12} width={56} mt={3} />
      ) : (
        now !== null && before !== null && <Change now={now} before={before} isBad={isBad} period={period} />
      )}
    </div>
  );
  const shown = now === null ? '–' : now === undefined ? undefined : text(now);
  return <CardFigure label={label} value={shown} below={change} />;
}

/** Shows the change of a figure. It has a colour if more is worse. */
function Change(props: { now: number; before: number; isBad: boolean; period: Period }) {
  const { now, before, isBad, period } = props;
  const tone = isBad && before > 0 && now !== before ? (now > before ? 'bad' : 'good') : undefined;
  return (
    <span data-tone={tone}>
      {changeIn(now, before)}
      {before > 0 && now !== before && <VisuallyHidden> to the {beforeWords(period)}</VisuallyHidden>}
    </span>
  );
}
