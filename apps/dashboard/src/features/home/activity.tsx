import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { renewedEvery } from '../../api/renewed-every.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { usualRange } from '../../ui/range.ts';
import css from './activity.module.css';
import { ActivityCards } from './activity-cards.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { isNothing, said, type Totals } from './totals.ts';

/** Polling interval of the figures, in ms: they read every message of the period. */
const refreshInterval = 60_000;

/** What happened in a period, beside the period before. The period and the agent are in the address. */
export function Activity() {
  const { workspace } = useWorkspace();
  const { days = usualRange, agent } = useSearch({ from: '/signed-in/' });
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queries.statistics(workspace._id, { days, agentId: agent }),
    refetchInterval: renewedEvery(refreshInterval),
  });
  const isEmpty = data !== undefined && !isPlaceholderData && isNothing(data.total) && isNothing(data.previous);
  // As long as nothing is known, as is usual: a line that comes later would move what is below.
  const hasPrevious = data === undefined || !isNothing(data.previous);
  return (
    <Section
      title="What happened"
      lead={`The last ${days} days, per day in UTC.${hasPrevious ? ` Changes are to the ${days} days before.` : ''}`}
      action={<ActivityFilters />}
    >
      {error !== null && data === undefined && <ProblemNotice error={error} retry={() => void refetch()} />}
      {isEmpty && <Nothing days={days} ofAgent={agent !== undefined} />}
      {!isEmpty && (error === null || data !== undefined) && (
        <ActivityCards statistics={data} days={days} isStale={isPlaceholderData} />
      )}
      {data !== undefined && <Trials {...data.playground} />}
    </Section>
  );
}

function Nothing({ days, ofAgent }: { days: number; ofAgent: boolean }) {
  return (
    <EmptyState icon="inbox" title={`No conversations in the last ${days} days`}>
      {ofAgent
        ? 'Nobody talked to this agent, nor in the days before.'
        : 'Once people talk to your agents, conversations, messages and feedback are shown here per day.'}
    </EmptyState>
  );
}

const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** What was tried in the playground, which no other figure counts. */
function Trials(totals: Totals) {
  if (isNothing(totals)) return null;
  const { inputTokens, outputTokens } = totals.usage;
  const messages = counted(said(totals), 'message');
  return (
    <p className={css['trials']}>
      Counted apart: {counted(totals.conversations, 'conversation')} in the playground, with {messages} and{' '}
      {counted(inputTokens + outputTokens, 'token')}.
    </p>
  );
}
