import { Button } from '@mantine/core';
import type { Agent } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { activityQueries } from '../../../api/queries/agent-queries.ts';
import { queries } from '../../../api/queries.ts';
import { renewedEvery } from '../../../api/renewed-every.ts';
import { paths } from '../../../paths.ts';
import { present } from '../../../search-params.ts';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import {
  isOver,
  lengthOf,
  type Period,
  periodOf,
  periodWords,
  rangeSearch,
  todayInUtc,
} from '../../home/activity/period.ts';
import { RangeNotice } from '../../home/activity/range-notice.tsx';
import css from './activity-tab.module.css';
import { Figures } from './figures.tsx';
import { Needs } from './needs.tsx';
import { RecentConversations } from './recent-conversations.tsx';

const RangeChoice = lazyNamed(
  () => import('../../home/activity/range-choice.tsx').then((module) => module.RangeChoice),
  'soon',
);

const SatisfactionBy = lazyNamed(() =>
  import('../../home/activity/satisfaction-by.tsx').then((module) => module.SatisfactionBy),
);

/** Polling interval of the tab, in ms; for the figures of a longer period it is longer. */
const refreshInterval = 30_000;

/** Shows how much an agent is used, how its replies are rated, what failed, and its latest conversations. */
export function ActivityTab({ agent }: { agent: Agent }) {
  const place = { workspaceId: agent.workspace, agentId: agent._id };
  const today = todayInUtc();
  const { period, problem } = periodOf(useSearch({ from: '/signed-in/agents/$agentId/activity' }), today);
  const refetchInterval = renewedEvery(refreshInterval);
  const statistics = useQuery({
    ...queries.statistics(agent.workspace, { agentId: agent._id, ...period }),
    refetchInterval: isOver(period, today) ? false : renewedEvery(refreshInterval * (lengthOf(period) > 90 ? 20 : 1)),
  });
  const recent = useQuery({ ...activityQueries.recent(place), refetchInterval });
  // Without a conversation there is nothing to count.
  if (recent.data?.length === 0) return <Nothing agent={agent} />;
  const { data, error, refetch, isPlaceholderData } = statistics;
  return (
    <div>
      <Section
        title="Activity"
        lead={`${'days' in period ? '' : `${periodWords(period)}. `}Per ${data?.interval ?? 'day'}, in UTC.`}
        action={
          <Suspense fallback={<div className={css['range']} />}>
            <ChosenRange period={period} />
          </Suspense>
        }
      >
        <RangeNotice problem={problem} />
        {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
        {(error === null || data !== undefined) && (
          <div data-stale={isPlaceholderData || undefined} className={css['figures']}>
            <Figures statistics={data} period={period} />
            {data !== undefined && data.satisfactionBy.channels.length > 0 && (
              <Suspense>
                <SatisfactionBy by={data.satisfactionBy} />
              </Suspense>
            )}
          </div>
        )}
      </Section>
      <Section title="What needs you" lead="All time. Each number opens its conversations.">
        <Needs place={place} refetchInterval={refetchInterval} />
      </Section>
      <Section
        title="Latest conversations"
        action={
          <Button
            variant="default"
            size="xs"
            renderRoot={(props) => <Link to={paths.conversations} search={{ agent: agent._id }} {...props} />}
          >
            All conversations
          </Button>
        }
      >
        <RecentConversations query={recent} />
      </Section>
    </div>
  );
}

/** Chooses the days, which the address keeps. */
function ChosenRange({ period }: { period: Period }) {
  const navigate = useNavigate({ from: paths.agentActivity });
  return (
    <RangeChoice
      size="xs"
      label="Days shown"
      period={period}
      onChange={(chosen) => void navigate({ search: present(rangeSearch(chosen)), replace: true, resetScroll: false })}
    />
  );
}

function Nothing({ agent }: { agent: Agent }) {
  return (
    <EmptyState
      icon="inbox"
      title="No conversations yet"
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link to={paths.agentChannels} params={{ agentId: agent._id }} {...props} />}
        >
          Connect a channel
        </Button>
      }
    >
      Once people talk to {agent.name}, its conversations, feedback and failures are shown here. To try it yourself, use
      the playground.
    </EmptyState>
  );
}
