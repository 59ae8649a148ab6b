import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { useOverlays } from '../../ui/overlays/load.ts';
import { Select } from '../../ui/overlays/select.tsx';
import { knownAgents } from '../conversations/agent-name.tsx';
import css from './activity.module.css';
import type { HomeSearch } from './home-search.ts';
import { periodOf, rangeSearch, todayInUtc } from './period.ts';
import { RangeChoice } from './range-choice.tsx';

/** The agent and the period of the figures. Both are kept in the address. */
export function ActivityFilters() {
  const { period } = periodOf(useSearch({ from: '/signed-in/' }), todayInUtc());
  const change = useChange();
  return (
    <div className={css['filters']}>
      <AgentFilter />
      <RangeChoice label="Period" period={period} onChange={(chosen) => change(rangeSearch(chosen))} />
    </div>
  );
}

function AgentFilter() {
  const { workspace } = useWorkspace();
  const { agent } = useSearch({ from: '/signed-in/' });
  const change = useChange();
  // The list opens with this code only. Without an agent in the address, the names can wait for it.
  const isNear = useOverlays() !== undefined;
  const { data } = useQuery({ ...knownAgents(workspace._id), enabled: isNear || agent !== undefined });
  const agents = (data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  // An agent beyond the first 100 is shown by its ID.
  const isListed = agent === undefined || agents.some(({ value }) => value === agent);
  return (
    <Select
      aria-label="Agent"
      placeholder="All agents"
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'All agents' }}
      nothingFoundMessage={data === undefined ? 'Loading…' : 'No such agent'}
      w={170}
      data={isListed ? agents : [...agents, { value: agent, label: agent }]}
      value={agent ?? null}
      onChange={(chosen) => change({ agent: chosen ?? undefined })}
    />
  );
}

/** Returns the function that changes the address; undefined removes a parameter. */
function useChange() {
  const navigate = useNavigate({ from: paths.home });
  return (changes: { [Field in keyof HomeSearch]?: HomeSearch[Field] | undefined }) =>
    void navigate({ search: (old: HomeSearch) => ({ ...old, ...changes }), replace: true, resetScroll: false });
}
