import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { ChoiceFilter, choicesOf, OrderFilter } from '../../../ui/lists/choice-filter.tsx';
import css from '../../../ui/lists/list-filters.module.css';
import { SearchFilter } from '../../../ui/lists/typed-filter.tsx';
import type { AgentSearch, sorts } from './list-search.ts';

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
  const known = data === undefined ? [] : data.items.map(({ _id }) => _id);
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
      <ChoiceFilter
        label="Status"
        width={132}
        choices={choicesOf({ active: 'Active', inactive: 'Inactive' })}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceFilter
        label="Model"
        width={160}
        choices={models.map((value) => ({ value, label: value }))}
        value={search.model}
        onChange={(model) => onChange({ model })}
      />
      <OrderFilter
        labels={sortLabels}
        usual="-createdAt"
        width={230}
        value={search.sort}
        onChange={(sort) => onChange({ sort })}
      />
      <span className={css['total']} role="status">
        {total === undefined ? '' : `${total.toLocaleString('en')} ${total === 1 ? 'agent' : 'agents'}`}
      </span>
    </div>
  );
}
