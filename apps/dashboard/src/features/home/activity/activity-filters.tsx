import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { AgentFilter } from '../../conversations/filters/agent-filter.tsx';
import type { HomeSearch } from '../home-search.ts';
import css from './activity.module.css';
import { periodOf, rangeSearch, todayInUtc } from './period.ts';
import { RangeChoice } from './range-choice.tsx';

/** The agent and the period of the figures. Both are kept in the address. */
export function ActivityFilters() {
  const search = useSearch({ from: '/signed-in/' });
  const { period } = periodOf(search, todayInUtc());
  const change = useChange();
  return (
    <div className={css['filters']}>
      <AgentFilter any="All agents" agent={search.agent} onChange={(chosen) => change({ agent: chosen })} />
      <RangeChoice label="Period" period={period} onChange={(chosen) => change(rangeSearch(chosen))} />
    </div>
  );
}

/** Returns the function that changes the address; undefined removes a parameter. */
function useChange() {
  const navigate = useNavigate({ from: paths.home });
  return (changes: { [Field in keyof HomeSearch]?: HomeSearch[Field] | undefined }) =>
    void navigate({ search: (old: HomeSearch) => ({ ...old, ...changes }), replace: true, resetScroll: false });
}
