import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useWorkspace } from '../../api/workspace.ts';
import { ChoiceFilter, choicesOf, OrderFilter } from '../../ui/choice-filter.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazyNamed } from '../../ui/lazy-named.ts';
import css from '../../ui/list-filters.module.css';
import { Popup } from '../../ui/overlays/popup.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import { SearchFilter } from '../../ui/typed-filter.tsx';
import { knownAgents } from './agent-name.tsx';
import { type Filters, isFiltered, type sorts } from './list-search.ts';
import { statusLabels } from './status.tsx';

const MoreFields = lazyNamed(() => import('./more-fields.tsx').then((module) => module.MoreFields));

const sortLabels: Record<(typeof sorts)[number], string> = {
  '-lastMessageAt': 'Latest message first',
  lastMessageAt: 'Oldest message first',
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
};

/** Search, filters and order of the list. */
export function ListFilters(props: Filters & { total: number | undefined; onClear: () => void }) {
  const { search, onChange, total, onClear } = props;
  return (
    <div className={css['filters']}>
      <SearchFilter
        className={css['search'] ?? ''}
        label="Search conversations"
        placeholder="Search messages"
        value={search.q}
        onChange={(q) => onChange({ q })}
      />
      <ChoiceFilter
        label="Status"
        width={138}
        // Also what waits for one.
        choices={choicesOf({ ...statusLabels, human: 'With a person' })}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      <AgentFilter search={search} onChange={onChange} />
      <MoreFilters search={search} onChange={onChange} />
      <OrderFilter
        labels={sortLabels}
        usual="-lastMessageAt"
        width={192}
        value={search.sort}
        onChange={(sort) => onChange({ sort })}
      />
      {isFiltered(search) && (
        <Button variant="subtle" color="gray" onClick={onClear}>
          Clear
        </Button>
      )}
      <span className={css['total']} role="status">
        {total === undefined ? '' : `${total.toLocaleString('en')} ${total === 1 ? 'conversation' : 'conversations'}`}
      </span>
    </div>
  );
}

function AgentFilter({ search, onChange }: Filters) {
  const { workspace } = useWorkspace();
  const { data } = useQuery(knownAgents(workspace._id));
  const agents = (data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
  const { agent } = search;
  // An agent beyond the first 100 is shown by its ID.
  const isListed = agent === undefined || agents.some(({ value }) => value === agent);
  return (
    <Select
      aria-label="Agent"
      placeholder="Any agent"
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'Any agent' }}
      nothingFoundMessage="No such agent"
      w={170}
      data={isListed ? agents : [...agents, { value: agent, label: agent }]}
      value={agent ?? null}
      onChange={(chosen) => onChange({ agent: chosen ?? undefined, channel: undefined })}
    />
  );
}

/** The rarely used filters. */
function MoreFilters({ search, onChange }: Filters) {
  const { rating, tag, user, channel, playground, after, before } = search;
  const set = [rating, tag, user, channel, playground, after, before].filter((value) => value !== undefined).length;
  return (
    <Popup
      label="More filters"
      width={280}
      position="bottom-end"
      content={() => (
        <Suspense>
          <MoreFields search={search} onChange={onChange} />
        </Suspense>
      )}
    >
      <Button variant="default" leftSection={<Icon name="sliders" />}>
        {set === 0 ? 'More filters' : `More filters (${set})`}
      </Button>
    </Popup>
  );
}
