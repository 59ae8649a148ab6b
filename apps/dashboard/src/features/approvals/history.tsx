import type { ToolCallRecord } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallStatus, toolCallQueries } from '../../api/queries/tool-queries.ts';
import { ChoiceFilter, choicesOf } from '../../ui/lists/choice-filter.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import { duration } from '../chat/message/message-words.ts';
import { useMemberName } from '../conversations/badges/use-member-name.ts';
import { decisionOf, statusWords } from './approval-words.ts';
import css from './approvals.module.css';
import { CallCard } from './call-card.tsx';

const { waiting: _, ...ends } = statusWords;
const choices = choicesOf(ends);

/** The calls that were decided or expired, newest first. */
export function History({ workspaceId }: { workspaceId: string }) {
  const [status, setStatus] = useState<CallStatus>();
  const query = useInfiniteQuery(toolCallQueries.decided(workspaceId, status));
  const { data, error, refetch } = query;
  const shown = data?.items.filter((call) => call.status !== 'waiting');
  return (
    <>
      <div className={css['filters']}>
        <ChoiceFilter label="Status" choices={choices} value={status} onChange={setStatus} width={190} />
      </div>
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={4} />}
      {shown?.length === 0 && !query.hasNextPage && (
        <EmptyState icon="check" title="No decisions yet">
          {status === undefined
            ? 'Approved, denied and expired calls are listed here.'
            : `No call has the status “${statusWords[status]}”.`}
        </EmptyState>
      )}
      {shown !== undefined && (
        <>
          <ul className={css['cards']} aria-label="Decided tool calls">
            {shown.map((call) => (
              <CallCard key={call._id} call={call} side={<Status call={call} />}>
                <Outcome call={call} />
              </CallCard>
            ))}
          </ul>
          <LoadMore key={status} pages={query} shown={shown.length} total={undefined} />
        </>
      )}
    </>
  );
}

function Status({ call: { status, latencyMs } }: { call: ToolCallRecord }) {
  return (
    <span className={css['status']} data-status={status}>
      {statusWords[status]}
      {latencyMs !== null && ` in ${duration(latencyMs)}`}
    </span>
  );
}

/** The decision, its user, time and reason, and the outcome of the call. */
function Outcome({ call }: { call: ToolCallRecord }) {
  const nameOf = useMemberName(call.workspace);
  const { decidedAt, endedAt, reason, result } = call;
  const time = decidedAt ?? endedAt;
  const words = decisionOf(call, nameOf);
  return (
    <>
      <p className={css['outcome']}>
        {words}
        {time !== null && (
          <>
            {words !== undefined && ' '}
            <RelativeTime iso={time} />
          </>
        )}
        {reason !== null && <q dir="auto">{reason}</q>}
      </p>
      {result !== null && result !== '' && (
        <details className={css['json']}>
          <summary>
            <Icon name="chevronRight" size={12} /> Result
          </summary>
          <pre>{result}</pre>
        </details>
      )}
    </>
  );
}
