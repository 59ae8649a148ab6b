import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type AgentPlace, activityQueries, type Need } from '../../../api/queries/agent-queries.ts';
import type { renewedEvery } from '../../../api/renewed-every.ts';
import { paths } from '../../../paths.ts';
import figure from '../../../ui/charts/figure-card.module.css';
import css from './activity-tab.module.css';

const labels: Record<Need, string> = {
  waiting: 'Waiting for a person',
  failed: 'Failed replies',
  negative: 'Bad feedback',
};

interface NeedsProps {
  place: AgentPlace;
  refetchInterval: ReturnType<typeof renewedEvery>;
}

/** Counts of an agent's conversations that need attention; each number leads to the view of the list that has them. */
export function Needs({ place, refetchInterval }: NeedsProps) {
  return (
    <div className={css['needs']}>
      {(Object.keys(labels) as Need[]).map((need) => (
        <NeedFigure key={need} place={place} need={need} refetchInterval={refetchInterval} />
      ))}
    </div>
  );
}

function NeedFigure({ place, need, refetchInterval }: NeedsProps & { need: Need }) {
  const { data, isError } = useQuery({ ...activityQueries.count(place, need), refetchInterval });
  return (
    <Link to={paths.conversations} search={{ view: need, agent: place.agentId }} className={css['need']}>
      <span className={figure['label']}>{labels[need]}</span>
      <span className={figure['value']} data-bad={(need === 'failed' && (data ?? 0) > 0) || undefined}>
        {data?.toLocaleString('en') ?? (isError ? 'Unknown' : <Skeleton height={20} width={44} />)}
      </span>
    </Link>
  );
}
