import type { KnowledgeDocument, KnowledgeDocumentListParams, KnowledgeSource } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { knowledgeQueries } from '../../../../api/queries/knowledge-queries.ts';
import { ChoiceFilter, choicesOf } from '../../../../ui/lists/choice-filter.tsx';
import { EmptyState } from '../../../../ui/lists/empty-state.tsx';
import bar from '../../../../ui/lists/list-filters.module.css';
import { LoadMore } from '../../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../../ui/lists/skeletons.tsx';
import { SearchFilter } from '../../../../ui/lists/typed-filter.tsx';
import { ProblemNotice } from '../../../../ui/page/problem.tsx';
import { readFilter } from '../../metadata-words.ts';
import { counted } from '../../source-words.ts';
import css from './documents.module.css';
import { DocumentsTable, statusLabels } from './documents-table.tsx';

/** Filters of a list of documents; the metadata is as it is typed. */
interface Filters {
  readonly q?: string | undefined;
  readonly status?: KnowledgeDocument['status'] | undefined;
  readonly metadata?: string | undefined;
}

/** The filters as the API takes them. Metadata that isn't written as such filters nothing. */
function paramsOf({ q, status, metadata = '' }: Filters): KnowledgeDocumentListParams {
  const read = readFilter(metadata);
  return {
    ...(q !== undefined && { q }),
    ...(status !== undefined && { status }),
    ...(typeof read === 'object' && { metadata: read }),
  };
}

/** The documents of a source, with what went wrong with each. `add` is the button that adds some. */
export function Documents(props: { source: KnowledgeSource; mayWrite: boolean; add?: ReactNode }) {
  const { source, mayWrite, add } = props;
  const [filters, setFilters] = useState<Filters>({});
  const params = paramsOf(filters);
  const documents = useInfiniteQuery(knowledgeQueries.documents(source, params));
  const { data, error, refetch } = documents;
  const isFiltered = Object.keys(params).length > 0;
  const isEmpty = !isFiltered && data?.items.length === 0 && add !== undefined;
  return (
    <>
      {!isEmpty && (
        <FilterBar
          source={source}
          filters={filters}
          total={data?.total}
          add={add}
          onChange={(changed) => setFilters({ ...filters, ...changed })}
        />
      )}
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={6} />}
      {isEmpty && (
        <EmptyState icon="book" title="No documents yet" action={add}>
          Drop files or a folder here, or choose them. Each is read, replaced and deleted alone.
        </EmptyState>
      )}
      {data?.items.length === 0 && !isEmpty && (
        <EmptyState icon="search" title="No document matches">
          Nothing in {source.name} matches this search and these filters.
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <>
          <DocumentsTable source={source} documents={data.items} mayWrite={mayWrite} />
          <LoadMore key={JSON.stringify(params)} pages={documents} shown={data.items.length} total={data.total} />
        </>
      )}
    </>
  );
}

function FilterBar(props: {
  source: KnowledgeSource;
  filters: Filters;
  total: number | undefined;
  add: ReactNode;
  onChange: (changed: Filters) => void;
}) {
  const { source, filters, total, add, onChange } = props;
  const { q, status, metadata } = filters;
  const isOfMany = source.type === 'documents';
  return (
    <div className={bar['filters']}>
      <SearchFilter
        className={bar['search'] ?? ''}
        label="Search documents"
        placeholder={isOfMany ? 'Search titles and file names' : 'Search titles and addresses'}
        value={q}
        onChange={(typed) => onChange({ q: typed })}
      />
      <ChoiceFilter
        label="State"
        width={132}
        choices={choicesOf(statusLabels)}
        value={status}
        onChange={(chosen) => onChange({ status: chosen })}
      />
      {isOfMany && (
        <SearchFilter
          className={css['metadata'] ?? ''}
          label="Filter by metadata"
          placeholder="Metadata"
          value={metadata}
          onChange={(typed) => onChange({ metadata: typed })}
        />
      )}
      <span className={bar['total']} role="status">
        {total === undefined ? '' : counted(total, 'document')}
      </span>
      {add}
      {readFilter(metadata ?? '') === 'wrong' && (
        <p className={css['how']} role="status">
          Metadata is written as key=value: region=eu, stars=5
        </p>
      )}
    </div>
  );
}
