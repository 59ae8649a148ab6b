import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ConversationStatistics } from '@parley/sdk';
import type { ReactNode } from 'react';
import { durationText } from '../../ui/bar-values.ts';
import { CardFigure, chartHeight, FigureCard } from '../../ui/figure-card.tsx';
import css from './activity.module.css';
import { FeedbackChart, LatencyChart, TalkChart, TokenChart } from './activity-charts.tsx';
import { changeIn } from './change.ts';
import { isNothing } from './totals.ts';

type Figures = ConversationStatistics['total'];

/** Reads a figure; null if there is none. */
type Read = (figures: Figures) => number | null;

interface FactProps {
  readonly label: string;
  readonly read: Read;
  readonly text?: (value: number) => string;
  /** Whether more is worse, so that a change has a colour. */
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
  days: number;
  /** Whether the statistics are those of other filters, until these have theirs. */
  isStale: boolean;
}

/** The figures of a period beside those of the period before, and charts of its days. */
export function ActivityCards({ statistics, days, isStale }: CardsProps) {
  const card = { statistics, days };
  const total = statistics?.total;
  const isRated = total === undefined || total.feedback.positive + total.feedback.negative > 0;
  const isReplied = total === undefined || total.latencyMs !== null;
  return (
    <div className={css['cards']} data-stale={isStale || undefined} aria-busy={isStale || statistics === undefined}>
      <Card {...card} label="Conversations and messages" facts={facts.talk}>
        {(values) => <TalkChart days={values} height={chartHeight} />}
      </Card>
      <Card {...card} label="Feedback" facts={facts.feedback} nothing={!isRated && 'No reply was rated.'}>
        {(values) => <FeedbackChart days={values} height={chartHeight} />}
      </Card>
      <Card {...card} label="Time to reply" facts={facts.replies} nothing={!isReplied && 'No reply was completed.'}>
        {(values) => <LatencyChart days={values} height={chartHeight} />}
      </Card>
      <Card {...card} label="Tokens" facts={facts.tokens}>
        {(values) => <TokenChart days={values} height={chartHeight} />}
      </Card>
    </div>
  );
}

function Card(props: {
  statistics: ConversationStatistics | undefined;
  days: number;
  label: string;
  facts: readonly FactProps[];
  nothing?: string | false;
  children: (days: ConversationStatistics['days']) => ReactNode;
}) {
  const { statistics, days, label, facts, nothing = false, children } = props;
  return (
    <FigureCard
      label={label}
      figures={facts.map((fact) => <Fact key={fact.label} {...fact} statistics={statistics} days={days} />)}
      isLoading={statistics === undefined}
      nothing={nothing}
    >
      {statistics && children(statistics.days)}
    </FigureCard>
  );
}

/** A number with its thousands; from a million on, short. */
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const countText = (value: number) => (value < 1_000_000 ? value.toLocaleString('en') : short.format(value));

function Fact(props: FactProps & { statistics: ConversationStatistics | undefined; days: number }) {
  const { label, read, text = countText, isBad = false, statistics, days } = props;
  const now = statistics && read(statistics.total);
  // If nothing at all was before, a figure says nothing of it.
  const before = statistics && (isNothing(statistics.previous) ? null : (read(statistics.previous) ?? 0));
  const change = (
    <div className={css['change']}>
      {now === undefined || before === undefined ? (
        <Skeleton height={12} width={56} mt={3} />
      ) : (
        now !== null && before !== null && <Change now={now} before={before} isBad={isBad} days={days} />
      )}
    </div>
  );
  const shown = now === null ? '–' : now === undefined ? undefined : text(now);
  return <CardFigure label={label} value={shown} below={change} />;
}

/** How a figure has changed. It has a colour if more is worse. */
function Change({ now, before, isBad, days }: { now: number; before: number; isBad: boolean; days: number }) {
  const tone = isBad && before > 0 && now !== before ? (now > before ? 'bad' : 'good') : undefined;
  return (
    <span data-tone={tone}>
      {changeIn(now, before)}
      {before > 0 && now !== before && <VisuallyHidden> to the {days} days before</VisuallyHidden>}
    </span>
  );
}
