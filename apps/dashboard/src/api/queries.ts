import { type AgentListParams, type ApiKey, type ModelList, NotFoundError, type Parley } from '@parley/sdk';
import { infiniteQueryOptions, keepPreviousData, MutationCache, QueryCache, queryOptions } from '@tanstack/react-query';
import { callApi, callSignedOut } from './client.ts';
import { isLost, noteFailure } from './connection.ts';
import { fieldLimits } from './field-limits.ts';
import { joinPages, pageAt, paged } from './paged.ts';
import { RenewingQueryClient } from './queries/renewing-query-client.ts';
import { retryLimited } from './rate-limit.ts';

/** Age below which cached data is not refetched, in ms. */
const fresh = 10_000;

/** Notes a failed query. A workspace that is gone was deleted elsewhere: the list of workspaces says which are left. */
const noteQuery = (error: unknown, query: { readonly queryKey: readonly unknown[] }): void => {
  noteFailure(error);
  if (error instanceof NotFoundError && error.code === 'workspace_not_found' && query.queryKey[0] !== 'workspaces')
    void queryClient.invalidateQueries({ queryKey: ['workspaces'] });
};

/** The query cache of all pages. The client retries by itself; a second layer of retries would only add delay. */
export const queryClient = new RenewingQueryClient({
  queryCache: new QueryCache({ onError: noteQuery }),
  mutationCache: new MutationCache({ onError: noteFailure }),
  defaultOptions: {
    queries: { staleTime: fresh, ...retryLimited, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
isLost.subscribe(() => {
  if (!isLost.get()) void queryClient.invalidateQueries();
});

/** Keys, members and invitations on one page of their lists; further pages load on demand. */
const settingsPerPage = 50;

/** Max workspaces in the switcher, and max members whose names a conversation page knows. */
const maxLoaded = 1_000;

/** Agents on one page of their list. */
const agentsPerPage = 25;

/** The first workspace and the first member are where everything began. */
const oldestFirst = { sort: 'createdAt' } as const;

/** Every page of the models as one. */
async function allModels(client: Parley): Promise<ModelList> {
  const first = await client.models.list({ limit: fieldLimits.page });
  const items = [...first.items];
  for (let cursor = first.nextCursor; cursor !== null && items.length < maxLoaded; ) {
    const page = await client.models.list({ limit: fieldLimits.page, cursor });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return { ...first, items };
}

/** The queries of the pages. */
export const queries = {
  me: () => queryOptions({ queryKey: ['me'], queryFn: () => callSignedOut((client) => client.me.retrieve()) }),
  setup: () => queryOptions({ queryKey: ['setup'], queryFn: () => callSignedOut((client) => client.setup.retrieve()) }),
  workspaces: () =>
    queryOptions({
      queryKey: ['workspaces'],
      queryFn: () =>
        callApi((client) =>
          client.workspaces.list({ ...oldestFirst, limit: fieldLimits.page }).toArray({ limit: maxLoaded }),
        ),
    }),
  agents: (query: AgentListParams) =>
    queryOptions({
      queryKey: ['agents', 'list', query],
      queryFn: ({ signal }) =>
        callApi((client) => client.agents.list({ limit: agentsPerPage, includeTotal: true, ...query }, { signal })),
      placeholderData: keepPreviousData,
    }),
  /** The list of agents with their activity, page by page. */
  agentPages: (query: AgentListParams) =>
    infiniteQueryOptions({
      queryKey: ['agents', 'list', 'pages', query],
      queryFn: ({ pageParam, signal }) =>
        callApi((client) =>
          client.agents.list(
            { limit: agentsPerPage, includeActivity: true, ...query, ...pageAt(pageParam) },
            { signal },
          ),
        ),
      ...paged,
      select: joinPages,
      placeholderData: keepPreviousData,
    }),
  agent: (id: string) =>
    queryOptions({
      queryKey: ['agents', 'one', id],
      queryFn: () => callApi((client) => client.agents.retrieve(id).withResponse()),
      select: ({ data, etag }) => ({ agent: data, etag }),
    }),
  dependents: (id: string) =>
    queryOptions({
      queryKey: ['agents', 'dependents', id],
      queryFn: () => callApi((client) => client.agents.dependents(id)),
      staleTime: 0,
    }),
  workspaceDependents: (id: string) =>
    queryOptions({
      queryKey: ['workspaces', 'dependents', id],
      queryFn: () => callApi((client) => client.workspaces.dependents(id)),
      staleTime: 0,
      gcTime: 0,
    }),
  meDependents: () =>
    queryOptions({
      queryKey: ['me', 'dependents'],
      queryFn: () => callApi((client) => client.me.dependents()),
      staleTime: 0,
      gcTime: 0,
    }),
  models: () => queryOptions({ queryKey: ['models'], queryFn: () => callApi(allModels), staleTime: 60_000 }),
  /** For the owner of the instance. */
  modelProviders: () =>
    queryOptions({
      queryKey: ['models', 'providers'],
      queryFn: () => callApi((client) => client.models.providers.list()),
    }),
  /** Of some days up to today, or from one day to another. */
  statistics: (
    workspaceId: string,
    { agentId, ...period }: { agentId?: string | undefined; days?: number; from?: string; to?: string } = {},
  ) =>
    queryOptions({
      queryKey: ['conversations', 'statistics', workspaceId, agentId, period],
      queryFn: ({ signal }) =>
        callApi((client) =>
          client.conversations.statistics(
            { workspaceId, ...(agentId !== undefined && { agentId }), ...period },
            { signal },
          ),
        ),
      placeholderData: keepPreviousData,
    }),
  /** Keys of one status: those of one user, or all that are visible. */
  keys: (status: ApiKey['status'], userId?: string) =>
    infiniteQueryOptions({
      queryKey: ['keys', 'list', status, userId],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.apiKeys.list({
            ...{ status, limit: settingsPerPage, ...pageAt(pageParam) },
            ...(userId !== undefined && { userId }),
          }),
        ),
      ...paged,
      select: joinPages,
    }),
  /** The newest keys of any status, to see whether there are keys and whether one has been used. */
  newestKeys: () =>
    queryOptions({
      queryKey: ['keys', 'newest'],
      queryFn: () => callApi((client) => client.apiKeys.list({ limit: settingsPerPage })),
      select: ({ items }) => items,
    }),
  members: (workspaceId: string) =>
    infiniteQueryOptions({
      queryKey: ['members', workspaceId, 'list'],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.workspaces.members.list(workspaceId, { ...oldestFirst, limit: settingsPerPage, ...pageAt(pageParam) }),
        ),
      ...paged,
      select: joinPages,
    }),
  /** Every member of a workspace, for their names. */
  allMembers: (workspaceId: string) =>
    queryOptions({
      queryKey: ['members', workspaceId, 'all'],
      queryFn: () =>
        callApi((client) =>
          client.workspaces.members.list(workspaceId, { limit: fieldLimits.page }).toArray({ limit: maxLoaded }),
        ),
      staleTime: 60_000,
    }),
  invitations: (workspaceId: string) =>
    infiniteQueryOptions({
      queryKey: ['invitations', workspaceId],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.workspaces.invitations.list(workspaceId, { limit: settingsPerPage, ...pageAt(pageParam) }),
        ),
      ...paged,
      select: joinPages,
    }),
  usage: () => queryOptions({ queryKey: ['usage'], queryFn: () => callApi((client) => client.usage.retrieve()) }),
  quotas: () => queryOptions({ queryKey: ['quotas'], queryFn: () => callApi((client) => client.usage.quotas()) }),
  /** The user's factors of two-step sign-in. */
  secondFactor: () =>
    queryOptions({
      queryKey: ['second-factor'],
      queryFn: () => callApi((client) => client.secondFactor.retrieve()),
    }),
  /** Every session of the user, the last used first. */
  sessions: () =>
    queryOptions({
      queryKey: ['sessions'],
      queryFn: () =>
        callApi((client) =>
          client.sessions.list({ sort: '-lastSeenAt', limit: fieldLimits.page }).toArray({ limit: maxLoaded }),
        ),
    }),
};
