import type { AgentListParams } from '@parley/sdk';
import { keepPreviousData, MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi, callSignedOut } from './client.ts';
import { isLost, noteFailure } from './connection.ts';

/** Answers younger than this are shown without asking again, in milliseconds. */
const fresh = 10_000;

/** The answers of the service, shared by all pages. The client itself retries; a second layer would only wait longer. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteFailure }),
  mutationCache: new MutationCache({ onError: noteFailure }),
  defaultOptions: {
    queries: { staleTime: fresh, retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
isLost.subscribe(() => {
  if (!isLost.get()) void queryClient.invalidateQueries();
});

/** The most workspaces, keys, members and invitations that are shown on a page of their own. */
const maxListed = 100;

/** Agents on a page of their list. */
const agentsPerPage = 25;

/** What each page asks for. */
export const queries = {
  me: () => queryOptions({ queryKey: ['me'], queryFn: () => callSignedOut((client) => client.me.retrieve()) }),
  setup: () => queryOptions({ queryKey: ['setup'], queryFn: () => callSignedOut((client) => client.setup.retrieve()) }),
  workspaces: () =>
    queryOptions({
      queryKey: ['workspaces'],
      queryFn: () => callApi((client) => client.workspaces.list({ limit: maxListed })),
      select: ({ items }) => items,
    }),
  agents: (query: AgentListParams) =>
    queryOptions({
      queryKey: ['agents', 'list', query],
      queryFn: ({ signal }) =>
        callApi((client) => client.agents.list({ limit: agentsPerPage, includeTotal: true, ...query }, { signal })),
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
  models: () =>
    queryOptions({ queryKey: ['models'], queryFn: () => callApi((client) => client.models.list()), staleTime: 60_000 }),
  statistics: (workspaceId: string) =>
    queryOptions({
      queryKey: ['conversations', 'statistics', workspaceId],
      queryFn: () => callApi((client) => client.conversations.statistics({ workspaceId })),
    }),
  /** Whether anybody has talked to an agent yet. */
  hasTalk: (workspaceId: string) =>
    queryOptions({
      queryKey: ['conversations', 'list', 'any', workspaceId],
      queryFn: () => callApi((client) => client.conversations.list({ workspaceId, limit: 1 })),
      select: ({ items }) => items.length > 0,
    }),
  keys: () =>
    queryOptions({
      queryKey: ['keys'],
      queryFn: () => callApi((client) => client.apiKeys.list({ limit: maxListed })),
    }),
  members: (workspaceId: string) =>
    queryOptions({
      queryKey: ['members', workspaceId],
      queryFn: () => callApi((client) => client.workspaces.members.list(workspaceId, { limit: maxListed })),
    }),
  invitations: (workspaceId: string) =>
    queryOptions({
      queryKey: ['invitations', workspaceId],
      queryFn: () => callApi((client) => client.workspaces.invitations.list(workspaceId, { limit: maxListed })),
    }),
  usage: () => queryOptions({ queryKey: ['usage'], queryFn: () => callApi((client) => client.usage.retrieve()) }),
  sessions: () => queryOptions({ queryKey: ['sessions'], queryFn: () => callApi((client) => client.sessions.list()) }),
};
