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
import { counted } from '../../source-words.ts';
import { DocumentsTable, statusLabels } from './documents-table.tsx';

/** The documents of a source, with what went wrong with each. `add` is the button that adds some. */
export function Documents(props: { source: KnowledgeSource; mayWrite: boolean; add?: ReactNode }) {
  const { source, mayWrite, add } = props;
  const [q, setQ] = useState<string>();
  const [status, setStatus] = useState<KnowledgeDocument['status']>();
  const filter: KnowledgeDocumentListParams = {
    ...(q !== undefined && { q }),
    ...(status !== undefined && { status }),
  };
  const documents = useInfiniteQuery(knowledgeQueries.documents(source, filter));
  const { data, error, refetch } = documents;
  const isFiltered = q !== undefined || status !== undefined;
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
          <span className={filters['total']} role="status">
            {data?.total === undefined ? '' : counted(data.total, 'document')}
          </span>
          {add}
        </div>
      )}
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={6} />}
      {isEmpty && (
        <EmptyState icon="book" title="No documents yet" action={add}>
          Drop files here, or choose them: PDF, Word, HTML, Markdown, text or CSV.
        </EmptyState>
      )}
      {data?.items.length === 0 && !isEmpty && (
        <EmptyState icon="search" title="No document matches">
          Nothing in {source.name} matches this search and state.
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
