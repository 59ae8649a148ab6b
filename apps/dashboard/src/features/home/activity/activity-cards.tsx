import type { ConversationStatistics } from '@parley/sdk';
import type { ReactNode } from 'react';
import { chartHeight, FigureCard } from '../../../ui/charts/figure-card.tsx';
import css from './activity.module.css';
import { FeedbackChart, LatencyChart, TalkChart, TokenChart } from './activity-charts.tsx';
import { Fact } from './fact.tsx';
import { type FactProps, facts } from './facts.ts';
import { FiguresLine } from './figures-line.tsx';
import { eachOf, type Period } from './period.ts';

/** The height of a card’s figures, in pixels: a chart without them takes their room, so that a row ends at one line. */
const figuresHeight = 70;

interface CardsProps {
  statistics: ConversationStatistics | undefined;
  period: Period;
  /** True if the statistics belong to the previous filters, until the current ones have loaded. */
  isStale: boolean;
}

/** One line of figures beside those of the period before, and below it charts of the days: one measure each. */
export function ActivityCards({ statistics, period, isStale }: CardsProps) {
  const card = { statistics, period };
  const total = statistics?.total;
  const isRated = total === undefined || total.feedback.positive + total.feedback.negative > 0;
  const isReplied = total === undefined || total.latencyMs !== null;
  return (
    <div className={css['cards']} data-stale={isStale || undefined} aria-busy={isStale || statistics === undefined}>
      <FiguresLine {...card} />
      <Card {...card} label="Conversations">
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
  facts?: readonly FactProps[];
  nothing?: string | false;
  children: (chart: { statistics: ConversationStatistics; each: string; height: number }) => ReactNode;
}) {
  const { statistics, period, label, facts: shown = [], nothing = false, children } = props;
  const height = shown.length === 0 ? chartHeight + figuresHeight : chartHeight;
  return (
    <FigureCard
      label={label}
      figures={
        <>
          <h3 className={css['name']}>{label}</h3>
          {shown.map((fact) => (
            <Fact key={fact.label} fact={fact} statistics={statistics} period={period} />
          ))}
        </>
      }
      isLoading={statistics === undefined}
      nothing={nothing}
      height={height}
    >
      {statistics && children({ statistics, each: eachOf(period, statistics.interval), height })}
    </FigureCard>
  );
}
