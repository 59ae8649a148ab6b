import type { Citation, KnowledgeQuery, UnansweredListParams } from '@parley/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { joinPages, pageAt, paged } from '../paged.ts';

/** Questions on one page of the list. */
const perPage = 20;

/** The part of a citation that the service checks; undefined if the reply was written before citations had a place. */
function claimOf({ source, document, start, end, quote, quoteHash }: Citation) {
  const isWhole = document !== undefined && start !== undefined && end !== undefined && quoteHash !== undefined;
  return isWhole ? { source, document, start, end, quote, quoteHash } : undefined;
}

/** The queries about what agents answer from. */
export const answerQueries = {
  /** Results of a search in an agent's sources, requested once for each query. */
  search: (agentId: string, query: KnowledgeQuery) =>
    queryOptions({
      queryKey: ['knowledge', 'search', agentId, query],
      queryFn: ({ signal }) => callApi((client) => client.agents.search(agentId, query, { signal })),
      placeholderData: keepPreviousData,
      staleTime: 0,
      refetchOnWindowFocus: false,
    }),
  unanswered: (agentId: string, sort: NonNullable<UnansweredListParams['sort']>) =>
    infiniteQueryOptions({
      queryKey: ['unanswered', agentId, sort],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.agents.unansweredQuestions.list(agentId, { sort, limit: perPage, ...pageAt(pageParam) }),
        ),
      ...paged,
      select: joinPages,
      placeholderData: keepPreviousData,
    }),
  /** Result of checking that a citation still stands; null if its reply is too old to tell. */
  check: (citation: Citation) => {
    const claim = claimOf(citation);
    return queryOptions({
      queryKey: ['citations', citation.source, citation.document, citation.start, citation.quoteHash],
      queryFn: async () => {
        if (claim === undefined) return null;
        const { items } = await callApi((client) => client.citations.verify({ citations: [claim] }));
        return items[0] ?? null;
      },
    });
  },
};
