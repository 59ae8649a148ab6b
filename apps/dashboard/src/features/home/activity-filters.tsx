import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { ranges, usualRange } from '../../ui/range.ts';
import { AgentFilter } from '../conversations/agent-filter.tsx';
import css from './activity.module.css';
import type { HomeSearch } from './home-search.ts';

/** The agent and the period of the figures. Both are kept in the address. */
export function ActivityFilters() {
  const { days = usualRange, agent } = useSearch({ from: '/signed-in/' });
  const change = useChange();
  return (
    <div className={css['filters']}>
      <AgentFilter any="All agents" agent={agent} onChange={(chosen) => change({ agent: chosen })} />
      <SegmentedControl
        aria-label="Period"
        data={ranges.map((range) => ({ value: String(range), label: `${range} days` }))}
        value={String(days)}
        onChange={(chosen) => change({ days: ranges.find((range) => String(range) === chosen) })}
      />
    </div>
  );
}

/** Returns the function that changes the address; undefined removes a parameter. */
function useChange() {
  const navigate = useNavigate({ from: paths.home });
  return (changes: { [Field in keyof HomeSearch]?: HomeSearch[Field] | undefined }) =>
    void navigate({ search: (old: HomeSearch) => ({ ...old, ...changes }), replace: true, resetScroll: false });
}
