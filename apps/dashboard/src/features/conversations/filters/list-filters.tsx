import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { ChoiceFilter, choicesOf, OrderFilter } from '../../../ui/lists/choice-filter.tsx';
import css from '../../../ui/lists/list-filters.module.css';
import { SearchFilter } from '../../../ui/lists/typed-filter.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Popup } from '../../../ui/overlays/popup.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { statusLabels } from '../badges/status.tsx';
import { AgentFilter } from './agent-filter.tsx';
import { type Filters, isFiltered, type sorts } from './list-search.ts';

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
      <AgentFilter any="Any agent" agent={search.agent} onChange={(agent) => onChange({ agent, channel: undefined })} />
      <MoreFilters search={search} onChange={onChange} />
      <OrderFilter
        labels={sortLabels}
        usual="-lastMessageAt"
        width={192}
        value={search.sort}
        onChange={(sort) => onChange({ sort })}
      />
      {/* A row of its own: "Clear" comes and goes, and nothing moves. */}
      <div className={css['summary']}>
        <span className={css['total']} role="status">
          {total === undefined ? '' : `${total.toLocaleString('en')} ${total === 1 ? 'conversation' : 'conversations'}`}
        </span>
        {isFiltered(search) && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
    </div>
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
      <Button className={css['more'] ?? ''} variant="default" leftSection={<Icon name="sliders" />}>
        {set === 0 ? 'More filters' : `More filters (${set})`}
      </Button>
    </Popup>
  );
}
