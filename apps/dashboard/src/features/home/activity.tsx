import { Button, Skeleton } from '@mantine/core';
import type { ConversationStatistics } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { queries } from '../../api/queries.ts';
import { renewedEvery } from '../../api/renewed-every.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyNamed } from '../../ui/lazy-named.ts';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import css from './activity.module.css';

const TalkChart = lazyNamed(() => import('./activity-charts.tsx').then((module) => module.TalkChart));
const FeedbackChart = lazyNamed(() => import('./activity-charts.tsx').then((module) => module.FeedbackChart));

/** The height of a chart, in pixels. */
const chartHeight = 216;

/** Polling interval of the page, in ms. */
const refreshInterval = 30_000;

/** The activity of the workspace in the last 30 days, with feedback. */
export function Activity() {
  const { workspace } = useWorkspace();
  const { data, error, refetch } = useQuery({
    ...queries.statistics(workspace._id),
    refetchInterval: renewedEvery(refreshInterval),
  });
  const isEmpty = data !== undefined && data.total.conversations + said(data.total) === 0;
  return (
    <Section
      title="The last 30 days"
      lead="Per day, in UTC."
      action={
        !isEmpty && (
          <Button variant="default" size="xs" component={Link} to={paths.conversations}>
            All conversations
          </Button>
        )
      }
    >
      {error !== null && data === undefined && <ProblemNotice error={error} retry={() => void refetch()} />}
      {isEmpty ? <Nothing /> : (error === null || data !== undefined) && <Charts statistics={data} />}
    </Section>
  );
}

const said = ({ messages }: ConversationStatistics['total']) => messages.user + messages.assistant + messages.human;

function Nothing() {
  return (
    <EmptyState icon="inbox" title="No conversations in the last 30 days">
      Once people talk to your agents, conversations, messages and feedback are shown here per day.
    </EmptyState>
  );
}

function Charts({ statistics }: { statistics: ConversationStatistics | undefined }) {
  const { total } = statistics ?? {};
  const rated = total && total.feedback.positive + total.feedback.negative;
  return (
    <div className={css['cards']}>
      <section className={css['card']} aria-label="Conversations and messages">
        <div className={css['facts']}>
          <Fact label="Conversations" value={total?.conversations} />
          <Fact label="Messages" value={total && said(total)} />
          <Fact label="Failed replies" value={total?.failed} isBad={(total?.failed ?? 0) > 0} />
        </div>
        <Suspense fallback={<Skeleton height={chartHeight} />}>
          {statistics === undefined ? (
            <Skeleton height={chartHeight} />
          ) : (
            <TalkChart days={statistics.days} height={chartHeight} />
          )}
        </Suspense>
      </section>
      <section className={css['card']} aria-label="Feedback">
        <div className={css['facts']}>
          <Fact label="Good replies" value={total?.feedback.positive} />
          <Fact label="Bad replies" value={total?.feedback.negative} />
        </div>
        <Suspense fallback={<Skeleton height={chartHeight} />}>
          {statistics === undefined && <Skeleton height={chartHeight} />}
          {statistics !== undefined && rated === 0 && (
            <p className={css['unrated']} style={{ height: chartHeight }}>
              No reply was rated in the last 30 days.
            </p>
          )}
          {statistics !== undefined && rated !== 0 && <FeedbackChart days={statistics.days} height={chartHeight} />}
        </Suspense>
      </section>
    </div>
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
