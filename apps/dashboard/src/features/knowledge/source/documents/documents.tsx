import type { KnowledgeDocument, KnowledgeDocumentListParams, KnowledgeSource } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { knowledgeQueries } from '../../../../api/queries/knowledge-queries.ts';
import { paths } from '../../../../paths.ts';
import { ChoiceFilter, choicesOf } from '../../../../ui/lists/choice-filter.tsx';
import { EmptyState } from '../../../../ui/lists/empty-state.tsx';
import filters from '../../../../ui/lists/list-filters.module.css';
import { LoadMore } from '../../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../../ui/lists/skeletons.tsx';
import table from '../../../../ui/lists/table.module.css';
import { SearchFilter } from '../../../../ui/lists/typed-filter.tsx';
import { ProblemNotice } from '../../../../ui/page/problem.tsx';
import { bytesInWords } from '../../../usage/quota-words.ts';
import { counted } from '../../source-words.ts';
import css from './documents.module.css';

const statusLabels = { queued: 'Waiting', ready: 'Read', skipped: 'Left out', failed: 'Failed' } as const;

/** The documents of a source, with what went wrong with each. */
export function Documents({ source }: { source: KnowledgeSource }) {
  const [q, setQ] = useState<string>();
  const [status, setStatus] = useState<KnowledgeDocument['status']>();
  const filter: KnowledgeDocumentListParams = {
    ...(q !== undefined && { q }),
    ...(status !== undefined && { status }),
  };
  const documents = useInfiniteQuery(knowledgeQueries.documents(source, filter));
  const { data, error, refetch } = documents;
  return (
    <>
      <div className={filters['filters']}>
        <SearchFilter
          className={filters['search'] ?? ''}
          label="Search documents"
          placeholder="Search titles and addresses"
          value={q}
          onChange={setQ}
        />
        <ChoiceFilter label="State" width={132} choices={choicesOf(statusLabels)} value={status} onChange={setStatus} />
        <span className={filters['total']} role="status">
          {data?.total === undefined ? '' : counted(data.total, 'document')}
        </span>
      </div>
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={6} />}
      {data?.items.length === 0 && (
        <EmptyState icon="search" title="No document matches">
          Nothing in {source.name} matches this search and state.
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <>
          <DocumentsTable source={source} documents={data.items} />
          <LoadMore key={JSON.stringify(filter)} pages={documents} shown={data.items.length} total={data.total} />
        </>
      )}
    </>
  );
}

function DocumentsTable(props: { source: KnowledgeSource; documents: readonly KnowledgeDocument[] }) {
  const { source, documents } = props;
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col">State</th>
            <th scope="col" className={`${table['wide']} ${table['end']}`}>
              Chunks
            </th>
            <th scope="col" className={`${table['wide']} ${table['end']}`}>
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map(({ _id, title, url, status, error, chunkCount, bytes }) => (
            <tr key={_id} className={`${table['row']} ${css['row']}`}>
              <td className={table['name']}>
                {status === 'ready' ? (
                  <Link
                    to={paths.source}
                    params={{ sourceId: source._id }}
                    search={{ document: _id }}
                    className={`${table['main']} ${css['link']}`}
                  >
                    {title || url || 'Untitled'}
                  </Link>
                ) : (
                  <span className={table['main']}>{title || url || 'Untitled'}</span>
                )}
                {(error !== null || (url !== null && url !== title)) && (
                  <span className={table['sub']} data-problem={error !== null || undefined}>
                    {error?.message ?? url}
                  </span>
                )}
              </td>
              <td className={css['state']} data-status={status}>
                {statusLabels[status]}
              </td>
              <td className={`${table['quiet']} ${table['wide']} ${table['end']}`}>
                {chunkCount.toLocaleString('en')}
              </td>
              <td className={`${table['quiet']} ${table['wide']} ${table['end']}`}>{bytesInWords(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
