import { Select } from '@mantine/core';
import css from '../../../ui/list-filters.module.css';
import { SearchFilter } from '../../../ui/typed-filter.tsx';
import { counted, sourceTypes, typeFacts } from '../source-words.ts';
import { type SourceSearch, type SourceSearchChanges, sorts, statuses } from './list-search.ts';

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
  processing: 'Reading',
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
      <Select
        aria-label="Type"
        placeholder="Any type"
        clearable
        clearButtonProps={{ 'aria-label': 'Any type' }}
        w={150}
        data={sourceTypes.map((value) => ({ value, label: typeFacts[value].label }))}
        value={search.type ?? null}
        onChange={(type) => onChange({ type: (type ?? undefined) as SourceSearch['type'] })}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        w={132}
        data={statuses.map((value) => ({ value, label: statusLabels[value] }))}
        value={search.status ?? null}
        onChange={(status) => onChange({ status: (status ?? undefined) as SourceSearch['status'] })}
      />
      <Select
        aria-label="Order"
        className={css['order'] ?? ''}
        allowDeselect={false}
        w={230}
        data={sorts.map((value) => ({ value, label: sortLabels[value] }))}
        value={search.sort ?? '-createdAt'}
        onChange={(sort) => onChange({ sort: sort === '-createdAt' ? undefined : (sort as SourceSearch['sort']) })}
      />
      <span className={css['total']} role="status">
        {total === undefined ? '' : counted(total, 'source')}
      </span>
    </div>
  );
}
