import { ChoiceFilter, choicesOf, OrderFilter } from '../../../ui/lists/choice-filter.tsx';
import css from '../../../ui/lists/list-filters.module.css';
import { SearchFilter } from '../../../ui/lists/typed-filter.tsx';
import { sourceTypes } from '../source-types.ts';
import { counted, typeFacts } from '../source-words.ts';
import type { SourceSearch, SourceSearchChanges, sorts, statuses } from './list-search.ts';

const sortLabels: Record<(typeof sorts)[number], string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-updatedAt': 'Recently changed first',
  updatedAt: 'Least recently changed first',
  name: 'Name A to Z',
  '-name': 'Name Z to A',
};

const statusLabels: Record<(typeof statuses)[number], string> = {
  ready: 'Ready',
  queued: 'Waiting',
  processing: 'Syncing',
  failed: 'Failed',
};

/** Search, filters and order of the list. */
export function ListFilters(props: {
  search: SourceSearch;
  total: number | undefined;
  onChange: (changes: SourceSearchChanges) => void;
}) {
  const { search, total, onChange } = props;
  return (
    <div className={css['filters']}>
      <SearchFilter
        className={css['search'] ?? ''}
        label="Search sources"
        placeholder="Search names"
        value={search.q}
        onChange={(q) => onChange({ q })}
      />
      <ChoiceFilter
        label="Type"
        width={150}
        choices={sourceTypes.map((value) => ({ value, label: typeFacts[value].label }))}
        value={search.type}
        onChange={(type) => onChange({ type })}
      />
      <ChoiceFilter
        label="Status"
        width={132}
        choices={choicesOf(statusLabels)}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      <OrderFilter
        labels={sortLabels}
        usual="-createdAt"
        width={230}
        value={search.sort}
        onChange={(sort) => onChange({ sort })}
      />
      <span className={css['total']} role="status">
        {total === undefined ? '' : counted(total, 'source')}
      </span>
    </div>
  );
}
