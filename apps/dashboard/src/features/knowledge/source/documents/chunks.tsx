import { Skeleton } from '@mantine/core';
import type { KnowledgeChunk, KnowledgeSource } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { joinPages } from '../../../../api/paged.ts';
import { knowledgeQueries } from '../../../../api/queries/knowledge-queries.ts';
import { paths } from '../../../../paths.ts';
import { EmptyState } from '../../../../ui/lists/empty-state.tsx';
import filters from '../../../../ui/lists/list-filters.module.css';
import { LoadMore } from '../../../../ui/lists/load-more.tsx';
import { SearchFilter } from '../../../../ui/lists/typed-filter.tsx';
import { Icon } from '../../../../ui/page/icons.tsx';
import { ProblemNotice } from '../../../../ui/page/problem.tsx';
import { counted } from '../../source-words.ts';
import type { PlaceSearch } from '../place-search.ts';
import { beginning, usePlace } from '../use-place.ts';
import { ChunkCard } from './chunk-card.tsx';
import css from './chunks.module.css';

/** The chunks of a document, or of a whole source, in reading order: together they are the text. */
export function Chunks(props: { source: KnowledgeSource; place: PlaceSearch; mayWrite: boolean; hasList?: boolean }) {
  const { source, place, mayWrite, hasList = false } = props;
  const [q, setQ] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const { query, filter, items, total, isMissing } = useChunks(source, place, { q, isWhole });
  const { error, refetch } = query;
  const isPart = filter.from !== undefined;
  const first = items?.[0];
  return (
    <>
      {hasList && <AllDocuments sourceId={source._id} />}
      {place.document !== undefined && first !== undefined && hasList && <DocumentTitle chunk={first} />}
      <div className={filters['filters']}>
        <SearchFilter
          className={filters['search'] ?? ''}
          label="Search chunks"
          placeholder="Search this text"
          value={q}
          onChange={setQ}
        />
        <span className={filters['total']} role="status">
          {total === undefined ? '' : counted(total, 'chunk')}
        </span>
      </div>
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {isMissing && <Missing isWhole={items?.length === 0} />}
      {isPart && !isMissing && <FromBeginning show={() => setWhole(true)} />}
      {items === undefined && error === null && <ChunksSkeleton />}
      {items?.length === 0 && q !== undefined && (
        <EmptyState icon="search" title="No chunk matches">
          No chunk of this text contains “{q}”.
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <>
          <ol className={css['chunks']}>
            {items.map((chunk, index) => (
              <ChunkCard
                key={chunk.number}
                source={source}
                chunk={chunk}
                above={items[index - 1]}
                place={place}
                find={q}
                mayWrite={mayWrite}
              />
            ))}
          </ol>
          <LoadMore key={JSON.stringify(filter)} pages={query} shown={items.length} total={total} />
        </>
      )}
    </>
  );
}

/** Reads chunks: from the place that the address names, unless the whole text or a search is wanted. */
function useChunks(source: KnowledgeSource, place: PlaceSearch, { q, isWhole }: Wanted) {
  const wanted = q === undefined && !isWhole ? place.chunk : undefined;
  const from = beginning(wanted);
  const filter = {
    ...(place.document !== undefined && { documentId: place.document }),
    ...(q !== undefined && { q }),
    ...(from !== undefined && { from }),
  };
  const query = useInfiniteQuery(knowledgeQueries.chunks(source, filter));
  const { items, total } = query.data === undefined ? { items: undefined, total: undefined } : joinPages(query.data);
  const isMissing = usePlace(wanted, query.isPlaceholderData ? undefined : items);
  // Chunks after a place are not all chunks, so there is no total.
  return { query, filter, items, total: from === undefined ? total : undefined, isMissing };
}

/** Which chunks are wanted: those with a text, or all of them. */
interface Wanted {
  readonly q: string | undefined;
  readonly isWhole: boolean;
}

function FromBeginning({ show }: { show(): void }) {
  return (
    <button type="button" className={css['all']} onClick={show}>
      <Icon name="arrowUp" size={14} /> Show from the beginning
    </button>
  );
}

function AllDocuments({ sourceId }: { sourceId: string }) {
  return (
    <Link to={paths.source} params={{ sourceId }} className={css['all']}>
      <Icon name="arrowLeft" size={14} /> All documents
    </Link>
  );
}

function DocumentTitle({ chunk: { title, url } }: { chunk: KnowledgeChunk }) {
  return (
    <h2 className={css['title']}>
      {title}
      {url !== null && (
        <a href={url} target="_blank" rel="noopener nofollow" className={css['address']}>
          {url.replace(/^https?:\/\//, '')} <Icon name="outside" size={12} />
        </a>
      )}
    </h2>
  );
}

/** The place that the address names belongs to an earlier version. */
function Missing({ isWhole }: { isWhole: boolean }) {
  return (
    <p className={css['missing']} role="status">
      {isWhole
        ? 'The document of this link is no longer part of the source.'
        : 'The passage of this link is no longer part of the source. This is the document as it is now.'}
    </p>
  );
}

function ChunksSkeleton() {
  return (
    <div aria-busy="true">
      {[82, 64, 74].map((width) => (
        <div key={width} className={css['toCome']}>
          <Skeleton height={10} width={140} />
          <Skeleton height={12} width={`${width}%`} mt={14} />
          <Skeleton height={12} width={`${width - 12}%`} mt={8} />
        </div>
      ))}
    </div>
  );
}
