import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { maxOffered, useTypedSearch } from '../../../ui/forms/pick-to-add.tsx';
import { nameAs } from '../../../ui/lists/choice-filter.tsx';
import { useOverlays } from '../../../ui/overlays/load.ts';
import { Select } from '../../../ui/overlays/select.tsx';
import { knownAgents } from '../badges/agent-name.tsx';

/**
 * Filters by agent: offers the first agents of the workspace, and those that match the typed text. The chosen one stays
 * shown by its name.
 */
export function AgentFilter(props: {
  /** Placeholder if no agent is chosen. */
  any: string;
  agent: string | undefined;
  onChange: (agent: string | undefined) => void;
  /** True inside a popup. */
  isInside?: boolean;
}) {
  const { any, agent, onChange, isInside = false } = props;
  const { typed, setTyped, q } = useTypedSearch();
  const chosen = useQuery({ ...queries.agent(agent ?? ''), enabled: agent !== undefined });
  const name = chosen.data?.agent.name ?? agent;
  // The field holds the name of the chosen one until something else is typed.
  const wanted = agent !== undefined && typed === name ? '' : typed.trim();
  const { found, isSearching } = useFound(wanted, wanted === '' ? '' : q);
  const isFound = agent === undefined || found.some(({ value }) => value === agent);
  return (
    <Select
      {...nameAs('Agent', isInside)}
      placeholder={any}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': any }}
      nothingFoundMessage={isSearching ? 'Searching…' : 'No such agent'}
      {...(!isInside && { w: 170 })}
      data={isFound ? found : [...found, { value: agent, label: name ?? agent }]}
      // The service has searched already; the chosen one is among the options so that its name is shown.
      filter={({ options }) => options.filter((each) => 'value' in each && (isFound || each.value !== agent))}
      searchValue={typed}
      onSearchChange={setTyped}
      value={agent ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}

/** The agents that match `wanted`, by name. `q` follows it after a pause; until its answer, only those that match stay. */
function useFound(wanted: string, q: string) {
  const { workspace } = useWorkspace();
  const first = knownAgents(workspace._id);
  const search = { workspaceId: workspace._id, limit: maxOffered, sort: 'name', includeTotal: false, q } as const;
  // The options open with this code only: until then the first agents can wait.
  const enabled = useOverlays() !== undefined;
  const { data, isFetching, isPlaceholderData } = useQuery({ ...(q === '' ? first : queries.agents(search)), enabled });
  const isOld = wanted !== q || isPlaceholderData;
  const fits = (name: string) => !isOld || name.toLowerCase().includes(wanted.toLowerCase());
  return {
    found: (data?.items ?? []).filter(({ name }) => fits(name)).map(({ _id, name }) => ({ value: _id, label: name })),
    isSearching: isFetching || isOld,
  };
}
