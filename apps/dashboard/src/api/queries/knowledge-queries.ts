import type {
  KnowledgeChunkListParams,
  KnowledgeDocumentListParams,
  KnowledgeSource,
  KnowledgeSourceListParams,
} from '@parley/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { fieldLimits } from '../field-limits.ts';
import { joinPages, pageAt, paged } from '../paged.ts';
import { queryClient } from '../queries.ts';

/** Sources, documents, pairs and syncs on one page of their lists; further pages load on demand. */
const perPage = 30;

/** Chunks on one page. */
const chunksPerPage = 40;

/** Polling intervals in ms: while a sync runs, and otherwise. */
const busyInterval = 1_500;
const idleInterval = 15_000;

/** True if a sync of the source runs or is queued. */
export const isBusy = ({ status }: Pick<KnowledgeSource, 'status'>): boolean =>
  status === 'queued' || status === 'processing';

/**
 * Interval between two reads of sources, in ms. A list of several pages is reloaded whole, so it is read again only
 * while a sync runs.
 */
const intervalFor = (sources: readonly KnowledgeSource[] | undefined, pages = 1): number | false => {
  if (sources === undefined) return false;
  if (sources.some(isBusy)) return busyInterval * pages;
  return pages === 1 && idleInterval;
};

/** A source as one version of its content: queries of an earlier version are read again. */
type Versioned = Pick<KnowledgeSource, '_id' | 'version'>;

/** The queries of the pages about knowledge. */
export const knowledgeQueries = {
  list: (filters: KnowledgeSourceListParams) =>
    infiniteQueryOptions({
      queryKey: ['knowledge', 'list', filters],
      queryFn: ({ pageParam }) =>
        callApi((client) => client.knowledgeSources.list({ limit: perPage, ...filters, ...pageAt(pageParam) })),
      ...paged,
      select: joinPages,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        intervalFor(
          data?.pages.flatMap(({ items }) => items),
          data?.pages.length,
        ),
    }),
  /** The sources of an agent. */
  ofAgent: (agentId: string) =>
    queryOptions({
      queryKey: ['knowledge', 'list', { agentId }, 'all'],
      queryFn: () => callApi((client) => client.knowledgeSources.list({ agentId, limit: fieldLimits.agentSources })),
      select: ({ items }) => items,
      refetchInterval: ({ state: { data } }) => intervalFor(data?.items),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['knowledge', 'one', id],
      queryFn: () => callApi((client) => client.knowledgeSources.retrieve(id)),
      refetchInterval: ({ state: { data } }) => intervalFor(data && [data]),
    }),
  /** The text of a text source, as it was sent. */
  content: (id: string) =>
    queryOptions({
      queryKey: ['knowledge', 'of', id, 'content'],
      queryFn: () => callApi((client) => client.knowledgeSources.content(id)),
      staleTime: 0,
      gcTime: 0,
    }),
  /** The documents of a source; they are read again when its state changes. */
  documents: (
    { _id, version, status }: Versioned & Pick<KnowledgeSource, 'status'>,
    filters: KnowledgeDocumentListParams,
  ) =>
    infiniteQueryOptions({
      queryKey: ['knowledge', 'of', _id, 'documents', version, status, filters],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.knowledgeSources.documents.list(_id, { limit: perPage, ...filters, ...pageAt(pageParam) }),
        ),
      ...paged,
      select: joinPages,
      placeholderData: keepPreviousData,
    }),
  chunks: ({ _id, version }: Versioned, filters: KnowledgeChunkListParams) =>
    infiniteQueryOptions({
      queryKey: ['knowledge', 'of', _id, 'chunks', version, filters],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.knowledgeSources.chunks.list(_id, { limit: chunksPerPage, ...filters, ...pageAt(pageParam) }),
        ),
      ...paged,
      placeholderData: keepPreviousData,
    }),
  pairs: (id: string, q: string | undefined) =>
    infiniteQueryOptions({
      queryKey: ['knowledge', 'of', id, 'pairs', q],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.knowledgeSources.pairs.list(id, { limit: perPage, ...(q && { q }), ...pageAt(pageParam) }),
        ),
      ...paged,
      select: joinPages,
      placeholderData: keepPreviousData,
    }),
  agents: (id: string) =>
    infiniteQueryOptions({
      queryKey: ['knowledge', 'of', id, 'agents'],
      queryFn: ({ pageParam }) =>
        callApi((client) => client.knowledgeSources.agents.list(id, { limit: perPage, ...pageAt(pageParam) })),
      ...paged,
      select: joinPages,
    }),
  /** The syncs of a source; they are read again when its state changes. */
  syncs: ({ _id, version, status, review }: KnowledgeSource) =>
    infiniteQueryOptions({
      queryKey: ['knowledge', 'of', _id, 'syncs', version, status, review?.version],
      queryFn: ({ pageParam }) =>
        callApi((client) => client.knowledgeSources.syncs.list(_id, { limit: perPage, ...pageAt(pageParam) })),
      ...paged,
      select: joinPages,
      placeholderData: keepPreviousData,
    }),
  /** The hook of a source; its requests come from elsewhere. */
  hook: (id: string) =>
    queryOptions({
      queryKey: ['knowledge', 'of', id, 'hook'],
      queryFn: () => callApi((client) => client.knowledgeSources.hook.retrieve(id)),
      staleTime: 0,
    }),
  /** Records that would be deleted with a source. */
  dependents: (id: string) =>
    queryOptions({
      queryKey: ['knowledge', 'of', id, 'dependents'],
      queryFn: () => callApi((client) => client.knowledgeSources.dependents(id)),
      staleTime: 0,
      gcTime: 0,
    }),
};

/** Shows a source as the service has just returned it, and reads the lists with it again. */
export function keepSource(source: KnowledgeSource): void {
  queryClient.setQueryData(knowledgeQueries.one(source._id).queryKey, source);
  renewSources();
}

/** Reads every list of sources again, and how much of the plan is used. */
export function renewSources(): void {
  void queryClient.invalidateQueries({ queryKey: ['knowledge', 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['quotas'] });
}

/** Reads a source again, with all that is in it. */
export function renewSource(id: string): void {
  void queryClient.invalidateQueries({ queryKey: knowledgeQueries.one(id).queryKey });
  void queryClient.invalidateQueries({ queryKey: ['knowledge', 'of', id] });
  renewSources();
}
