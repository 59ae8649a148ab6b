import { useQuery } from '@tanstack/react-query';
import { toolCallQueries } from '../../api/queries/tool-queries.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import css from './approvals.module.css';
import { Decide } from './decide.tsx';

/** The decision about one waiting call, inside a transcript. Shows nothing once it no longer waits. */
export function DecideHere({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(toolCallQueries.one(id));
  if (error !== null) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (data?.status !== 'waiting') return null;
  return (
    <div className={css['here']}>
      {data.deadline !== null && (
        <p className={css['note']}>
          Expires <RelativeTime iso={data.deadline} isAhead />.
        </p>
      )}
      <Decide call={data} />
    </div>
  );
}
