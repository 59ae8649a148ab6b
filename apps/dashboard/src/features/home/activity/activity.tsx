import type { ConversationStatistics } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { queries } from '../../../api/queries.ts';
import { renewedEvery } from '../../../api/renewed-every.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import css from './activity.module.css';
import { ActivityCards } from './activity-cards.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import {
  beforeWords,
  duringWords,
  isOver,
  lengthOf,
  type Period,
  periodOf,
  periodWords,
  todayInUtc,
} from './period.ts';
import { RangeNotice } from './range-notice.tsx';
import { isNothing, said } from './totals.ts';

const SatisfactionBy = lazyNamed(() => import('./satisfaction-by.tsx').then((module) => module.SatisfactionBy));

/** Polling interval of the figures, in ms: they read every message of the period. Ten times as long if it is long. */
const refreshInterval = 60_000;

/** Shows the activity in a period, beside the period before. The period and the agent are in the address. */
export function Activity() {
  const { workspace } = useWorkspace();
  const { agent, ...range } = useSearch({ from: '/signed-in/' });
  const today = todayInUtc();
  const { period, problem } = periodOf(range, today);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queries.statistics(workspace._id, { ...period, agentId: agent }),
    refetchInterval: isOver(period, today) ? false : renewedEvery(refreshInterval * (lengthOf(period) > 90 ? 10 : 1)),
  });
  const isEmpty = data !== undefined && !isPlaceholderData && isNothing(data.total) && isNothing(data.previous);
  // Assumed until the data is known: a line that appears later would move the content below.
  const hasPrevious = data === undefined || !isNothing(data.previous);
  const interval = isPlaceholderData ? undefined : data?.interval;
  return (
    <Section
      title="What happened"
      lead={`${inUtc(period, interval)}${hasPrevious ? ` Changes are to the ${beforeWords(period)}.` : ''}`}
      action={<ActivityFilters />}
    >
      {error !== null && data === undefined && <ProblemNotice error={error} retry={() => void refetch()} />}
      <RangeNotice problem={problem} />
      {isEmpty && <Nothing period={period} ofAgent={agent !== undefined} />}
      {!isEmpty && (error === null || data !== undefined) && (
        <ActivityCards statistics={data} period={period} isStale={isPlaceholderData} />
      )}
      {data !== undefined && data.satisfactionBy.channels.length > 0 && (
        <Suspense>
          <SatisfactionBy by={data.satisfactionBy} />
        </Suspense>
      )}
      {data !== undefined && <Trials {...data} agent={agent} />}
    </Section>
  );
}

/** A period, and what its charts have a point for: a day unless it is known to be more. */
function inUtc(period: Period, interval: ConversationStatistics['interval'] = 'day'): string {
  const words = periodWords(period);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, per ${interval} in UTC.`;
}

function Nothing({ period, ofAgent }: { period: Period; ofAgent: boolean }) {
  return (
    <EmptyState icon="inbox" title={`No conversations ${duringWords(period)}`}>
      {ofAgent
        ? 'The days before had no conversations either.'
        : 'Once people talk to your agents, conversations, messages and feedback are shown here per day.'}
    </EmptyState>
  );
}

const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

interface TrialsProps extends Pick<ConversationStatistics, 'playground' | 'from' | 'to'> {
  agent: string | undefined;
}

/** Figures of the playground, which no other figure counts; leads to the list of those conversations. */
function Trials({ playground, from, to, agent }: TrialsProps) {
  if (isNothing(playground)) return null;
  const { inputTokens, outputTokens } = playground.usage;
  const search = {
    playground: 'only' as const,
    after: from,
    // Today in UTC may be yesterday here, and later conversations don't count yet.
    ...(to < todayInUtc() && { before: to }),
    ...(agent !== undefined && { agent }),
  };
  return (
    <p className={css['trials']}>
      Counted apart:{' '}
      <Link to={paths.conversations} search={search} className={css['link']}>
        {counted(playground.conversations, 'conversation')} in the playground
      </Link>
      , with {counted(said(playground), 'message')} and {counted(inputTokens + outputTokens, 'token')}.
    </p>
  );
}
