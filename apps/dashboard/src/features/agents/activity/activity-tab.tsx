import { Button, SegmentedControl } from '@mantine/core';
import type { Agent } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { activityQueries } from '../../../api/agent-queries.ts';
import { queries } from '../../../api/queries.ts';
import { renewedEvery } from '../../../api/renewed-every.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/page.tsx';
import { ProblemNotice } from '../../../ui/problem.tsx';
import { type Range, ranges, readRange, usualRange } from '../../../ui/range.ts';
import css from './activity-tab.module.css';
import { Figures } from './figures.tsx';
import { Needs } from './needs.tsx';
import { RecentConversations } from './recent-conversations.tsx';

/** Polling interval of the tab, in ms. */
const refreshInterval = 30_000;

/** How much an agent is used, how its replies are rated, what failed, and its latest conversations. */
export function ActivityTab({ agent }: { agent: Agent }) {
  const place = { workspaceId: agent.workspace, agentId: agent._id };
  const { days = usualRange } = useSearch({ from: '/signed-in/agents/$agentId/activity' });
  const refetchInterval = renewedEvery(refreshInterval);
  const statistics = useQuery({
    ...queries.statistics(agent.workspace, { agentId: agent._id, days }),
    refetchInterval,
  });
  const recent = useQuery({ ...activityQueries.recent(place), refetchInterval });
  // Without a conversation there is nothing to count.
  if (recent.data?.length === 0) return <Nothing agent={agent} />;
  const { data, error, refetch, isPlaceholderData } = statistics;
  return (
    <div>
      <Section title="Activity" lead="Per day, in UTC." action={<RangeChoice days={days} />}>
        {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
        {(error === null || data !== undefined) && (
          <div data-stale={isPlaceholderData || undefined} className={css['figures']}>
            <Figures statistics={data} days={days} />
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

/** Chooses the number of days, which the address keeps. */
function RangeChoice({ days }: { days: Range }) {
  const navigate = useNavigate({ from: paths.agentActivity });
  return (
    <SegmentedControl
      size="xs"
      aria-label="Days shown"
      data={ranges.map((range) => ({ value: String(range), label: `${range} days` }))}
      value={String(days)}
      onChange={(chosen) => {
        const next = readRange(Number(chosen));
        void navigate({ search: next === undefined ? {} : { days: next }, replace: true, resetScroll: false });
      }}
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
