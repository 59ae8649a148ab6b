import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import css from '../../ui/list-filters.module.css';
import { SearchFilter } from '../../ui/typed-filter.tsx';
import { type AgentSearch, sorts } from './list-search.ts';
import { choicesOf } from './models.ts';

const sortLabels: Record<(typeof sorts)[number], string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-updatedAt': 'Recently changed first',
  updatedAt: 'Least recently changed first',
  name: 'Name A to Z',
  '-name': 'Name Z to A',
};

type Change = (changes: { [Field in keyof AgentSearch]?: AgentSearch[Field] | undefined }) => void;

/** Search, filters and order of the list. */
export function ListFilters(props: { search: AgentSearch; total: number | undefined; onChange: Change }) {
  const { search, total, onChange } = props;
  const { data } = useQuery(queries.models());
  const known = data === undefined ? [] : choicesOf(data).map(({ name }) => name);
  const models = [...new Set([...known, ...(search.model === undefined ? [] : [search.model])])];
  return (
    <div className={css['filters']}>
      <SearchFilter
        className={css['search'] ?? ''}
        label="Search agents"
        placeholder="Search name and description"
        value={search.q}
        onChange={(q) => onChange({ q })}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        w={132}
        data={[
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Inactive' },
        ]}
        value={search.status ?? null}
        onChange={(status) => onChange({ status: (status ?? undefined) as AgentSearch['status'] })}
      />
      <Select
        aria-label="Model"
        placeholder="Any model"
        clearable
        clearButtonProps={{ 'aria-label': 'Any model' }}
        w={160}
        data={models}
        value={search.model ?? null}
        onChange={(model) => onChange({ model: model ?? undefined })}
      />
      <Select
        aria-label="Order"
        className={css['order'] ?? ''}
        allowDeselect={false}
        w={230}
        data={sorts.map((value) => ({ value, label: sortLabels[value] }))}
        value={search.sort ?? '-createdAt'}
        onChange={(sort) => onChange({ sort: sort === '-createdAt' ? undefined : (sort as AgentSearch['sort']) })}
      />
      <span className={css['total']} role="status">
        {total === undefined ? '' : `${total.toLocaleString('en')} ${total === 1 ? 'agent' : 'agents'}`}
      </span>
    </div>
  );
}
