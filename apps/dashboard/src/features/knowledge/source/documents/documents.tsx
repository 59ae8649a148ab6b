import type { KnowledgeDocument, KnowledgeDocumentListParams, KnowledgeSource } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { knowledgeQueries } from '../../../../api/queries/knowledge-queries.ts';
import { ChoiceFilter, choicesOf } from '../../../../ui/lists/choice-filter.tsx';
import { EmptyState } from '../../../../ui/lists/empty-state.tsx';
import filters from '../../../../ui/lists/list-filters.module.css';
import { LoadMore } from '../../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../../ui/lists/skeletons.tsx';
import { SearchFilter } from '../../../../ui/lists/typed-filter.tsx';
import { ProblemNotice } from '../../../../ui/page/problem.tsx';
import { readFilter } from '../../metadata-words.ts';
import { counted } from '../../source-words.ts';
import css from './documents.module.css';
import { DocumentsTable, statusLabels } from './documents-table.tsx';

/** The documents of a source, with what went wrong with each. `add` is the button that adds some. */
export function Documents(props: { source: KnowledgeSource; mayWrite: boolean; add?: ReactNode }) {
  const { source, mayWrite, add } = props;
  const [q, setQ] = useState<string>();
  const [status, setStatus] = useState<KnowledgeDocument['status']>();
  const [typed, setTyped] = useState<string>();
  const read = readFilter(typed ?? '');
  const metadata = read === 'wrong' ? undefined : read;
  const filter: KnowledgeDocumentListParams = {
    ...(q !== undefined && { q }),
    ...(status !== undefined && { status }),
    ...(metadata !== undefined && { metadata }),
  };
  const documents = useInfiniteQuery(knowledgeQueries.documents(source, filter));
  const { data, error, refetch } = documents;
  const isFiltered = q !== undefined || status !== undefined || metadata !== undefined;
  const isEmpty = !isFiltered && data?.items.length === 0 && add !== undefined;
  return (
    <>
      {!isEmpty && (
        <div className={filters['filters']}>
          <SearchFilter
            className={filters['search'] ?? ''}
            label="Search documents"
            placeholder={source.type === 'documents' ? 'Search titles and file names' : 'Search titles and addresses'}
            value={q}
            onChange={setQ}
          />
          <ChoiceFilter
            label="State"
            width={132}
            choices={choicesOf(statusLabels)}
            value={status}
            onChange={setStatus}
          />
          {source.type === 'documents' && (
            <SearchFilter
              className={css['metadata'] ?? ''}
              label="Filter by metadata"
              placeholder="Metadata"
              value={typed}
              onChange={setTyped}
            />
          )}
          <span className={filters['total']} role="status">
            {data?.total === undefined ? '' : counted(data.total, 'document')}
          </span>
          {add}
          {read === 'wrong' && (
            <p className={css['how']} role="status">
              Metadata is written as key=value: region=eu, stars=5
            </p>
          )}
        </div>
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
          <LoadMore key={JSON.stringify(filter)} pages={documents} shown={data.items.length} total={data.total} />
        </>
      )}
    </>
  );
}
