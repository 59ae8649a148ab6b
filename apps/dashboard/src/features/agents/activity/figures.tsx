import { Skeleton } from '@mantine/core';
import type { ConversationStatistics } from '@parley/sdk';
import { Suspense } from 'react';
import { lazyNamed } from '../../../ui/lazy-named.ts';
import css from './activity-tab.module.css';

const TalkChart = lazyNamed(() => import('../../home/activity-charts.tsx').then((module) => module.TalkChart));
const FeedbackChart = lazyNamed(() => import('../../home/activity-charts.tsx').then((module) => module.FeedbackChart));

/** The height of a chart, in pixels. */
const height = 200;

interface FiguresProps {
  /** Undefined while they load. */
  statistics: ConversationStatistics | undefined;
  days: number;
}

/** Volume, failures and feedback of an agent, with charts by day. */
export function Figures({ statistics, days }: FiguresProps) {
  const { total } = statistics ?? {};
  const said = total && total.messages.user + total.messages.assistant + total.messages.human;
  const rated = total && total.feedback.positive + total.feedback.negative;
  return (
    <div className={css['cards']}>
      <section className={css['card']} aria-label="Conversations and messages">
        <div className={css['facts']}>
          <Fact label="Conversations" value={total?.conversations} />
          <Fact label="Messages" value={said} />
          <Fact label="Failed replies" value={total?.failed} isBad={(total?.failed ?? 0) > 0} />
        </div>
        <Suspense fallback={<Skeleton height={height} />}>
          {statistics === undefined && <Skeleton height={height} />}
          {said === 0 && total?.conversations === 0 && <None>No conversations in the last {days} days.</None>}
          {statistics !== undefined && (said !== 0 || total?.conversations !== 0) && (
            <TalkChart days={statistics.days} height={height} />
          )}
        </Suspense>
      </section>
      <section className={css['card']} aria-label="Feedback">
        <div className={css['facts']}>
          <Fact label="Good replies" value={total?.feedback.positive} />
          <Fact label="Bad replies" value={total?.feedback.negative} />
        </div>
        <Suspense fallback={<Skeleton height={height} />}>
          {statistics === undefined && <Skeleton height={height} />}
          {rated === 0 && <None>No reply was rated in the last {days} days.</None>}
          {statistics !== undefined && rated !== 0 && <FeedbackChart days={statistics.days} height={height} />}
        </Suspense>
      </section>
    </div>
  );
}

function None({ children }: { children: React.ReactNode }) {
  return (
    <p className={css['none']} style={{ height }}>
      {children}
    </p>
  );
}

function Fact({ label, value, isBad = false }: { label: string; value: number | undefined; isBad?: boolean }) {
  return (
    <div>
      <div className={css['label']}>{label}</div>
      <div className={css['value']} data-bad={isBad || undefined}>
        {value === undefined ? <Skeleton height={20} width={44} /> : value.toLocaleString('en')}
      </div>
    </div>
  );
}
