import type { ToolCallRecord } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useConversationChanges } from '../../api/conversation-changes.ts';
import { toolCallQueries } from '../../api/queries/tool-queries.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import css from './approvals.module.css';
import { CallCard } from './call-card.tsx';
import { Decide } from './decide.tsx';

/** The calls that wait for a decision, in the order in which they came. */
export function Queue({ workspaceId }: { workspaceId: string }) {
  useConversationChanges(workspaceId);
  const query = useInfiniteQuery(toolCallQueries.waiting(workspaceId));
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? <TableSkeleton rows={3} /> : <ProblemNotice error={error} retry={() => void refetch()} />;
  if (data.items.length === 0) {
    return (
      <EmptyState icon="check" title="Nothing waits for approval">
        If an agent has a tool that requires approval, each of its calls appears here before it runs.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={css['cards']} aria-label="Waiting tool calls">
        {data.items.map((call) => (
          <CallCard key={call._id} call={call} side={<Deadline call={call} />}>
            <Decide call={call} />
          </CallCard>
        ))}
      </ul>
      <LoadMore pages={query} shown={data.items.length} total={data.total} />
    </>
  );
}

function Deadline({ call: { deadline } }: { call: ToolCallRecord }) {
  if (deadline === null) return null;
  return (
    <>
      Expires <RelativeTime iso={deadline} isAhead />
    </>
  );
}
