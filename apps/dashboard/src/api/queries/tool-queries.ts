import type { ToolCallRecord } from '@parley/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { fieldLimits } from '../field-limits.ts';
import { joinPages, pageAt, paged } from '../paged.ts';

/** Items on one page of a list. */
const perPage = 50;

/** Polling interval of what waits for a decision, in ms: no stream tells of it. */
const interval = 10_000;

/** Polling interval while a person signs in to a server, in ms. */
const signInInterval = 2_000;

/** The calls in one state, or those that ended: which part of the history is shown. */
export type CallStatus = ToolCallRecord['status'];

/** The queries of tools and of their calls. */
export const toolQueries = {
  types: () =>
    queryOptions({
      queryKey: ['tools', 'types'],
      queryFn: () => callApi((client) => client.tools.types()),
      select: ({ items }) => items,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  list: (workspaceId: string) =>
    infiniteQueryOptions({
      queryKey: ['tools', 'list', workspaceId],
      queryFn: ({ pageParam }) =>
        callApi((client) => client.tools.list({ workspaceId, sort: 'name', limit: perPage, ...pageAt(pageParam) })),
      ...paged,
      select: joinPages,
    }),
  /** The first tools of a workspace by name: what an agent's page can name, and offers to attach. */
  first: (workspaceId: string) =>
    queryOptions({
      queryKey: ['tools', 'first', workspaceId],
      queryFn: () => callApi((client) => client.tools.list({ workspaceId, sort: 'name', limit: fieldLimits.page })),
      select: ({ items }) => items,
    }),
  one: (id: string) =>
    queryOptions({ queryKey: ['tools', 'one', id], queryFn: () => callApi((client) => client.tools.retrieve(id)) }),
  /** The definitions that an MCP server has now. It is asked again only if a person wants it or changes the tool. */
  definitions: (id: string) =>
    queryOptions({
      queryKey: ['tools', 'definitions', id],
      queryFn: () => callApi((client) => client.tools.definitions.list(id, { maxRetries: 0 })),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  /** The account of the workspace at the server of a tool. Polled while a person signs in: in another tab, so also while this one is hidden. */
  connection: (id: string, isAwaited: boolean) =>
    queryOptions({
      queryKey: ['tools', 'connection', id],
      queryFn: () => callApi((client) => client.tools.connection.retrieve(id)),
      staleTime: 0,
      refetchInterval: isAwaited ? signInInterval : false,
      refetchIntervalInBackground: true,
    }),
};

/** The queries of calls of tools. */
export const toolCallQueries = {
  /** The calls that wait for approval, in the order in which they came. */
  waiting: (workspaceId: string) =>
    infiniteQueryOptions({
      queryKey: ['tool-calls', 'waiting', workspaceId],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.toolCalls.list({
            ...{ workspaceId, status: 'waiting', waitsFor: 'approval', sort: 'createdAt', limit: perPage },
            ...pageAt(pageParam),
          }),
        ),
      ...paged,
      select: joinPages,
      refetchInterval: interval,
    }),
  /** The calls of one state, newest first; of any state if it is undefined. Only calls that waited for approval. */
  decided: (workspaceId: string, status: CallStatus | undefined) =>
    infiniteQueryOptions({
      queryKey: ['tool-calls', 'decided', workspaceId, status],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.toolCalls.list({
            ...{ workspaceId, waitsFor: 'approval', limit: perPage },
            ...(status !== undefined && { status }),
            ...pageAt(pageParam),
          }),
        ),
      ...paged,
      select: joinPages,
    }),
  /** The number of calls that wait for approval. Counted in one short request. */
  count: (workspaceId: string) =>
    queryOptions({
      queryKey: ['tool-calls', 'count', workspaceId],
      queryFn: () =>
        callApi((client) =>
          client.toolCalls.list({ workspaceId, status: 'waiting', waitsFor: 'approval', limit: 1, includeTotal: true }),
        ),
      select: ({ total, items }) => total ?? items.length,
      refetchInterval: interval,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['tool-calls', 'one', id],
      queryFn: () => callApi((client) => client.toolCalls.retrieve(id)),
    }),
};
