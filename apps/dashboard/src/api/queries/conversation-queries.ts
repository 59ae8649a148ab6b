import type { Conversation, ConversationListParams } from '@parley/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { pageAt, paged } from '../paged.ts';
import { queryClient } from '../queries.ts';

/** Conversations on one page of the list; further pages load on demand. */
const conversationsPerPage = 30;

/** Messages on one page; older pages load as the user scrolls up. */
const messagesPerPage = 40;

/** Polling interval of the visible list, in ms. */
const listInterval = 10_000;

/** A stored conversation and its version. */
export interface StoredConversation {
  readonly conversation: Conversation;
  readonly etag: string | undefined;
}

/** The queries of the conversation pages. */
export const conversationQueries = {
  list: (filters: ConversationListParams) =>
    infiniteQueryOptions({
      queryKey: ['conversations', 'list', filters],
      queryFn: ({ pageParam: cursor }) =>
        callApi((client) =>
          client.conversations.list({
            limit: conversationsPerPage,
            includeUnread: true,
            ...filters,
            ...pageAt(cursor),
          }),
        ),
      ...paged,
      placeholderData: keepPreviousData,
      // A refetch reloads every loaded page, so lists with more than one page are not polled.
      refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? listInterval : false),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['conversations', 'one', id],
      queryFn: () => callApi((client) => client.conversations.retrieve(id).withResponse()),
      select: ({ data, etag }): StoredConversation => ({ conversation: data, etag }),
    }),
  /** Newest first. */
  messages: (id: string) =>
    infiniteQueryOptions({
      queryKey: ['conversations', 'messages', id],
      queryFn: ({ pageParam: cursor }) =>
        callApi((client) =>
          client.messages.list(id, { limit: messagesPerPage, ...(cursor !== undefined && { cursor }) }),
        ),
      ...paged,
      select: ({ pages }) => pages.flatMap(({ items }) => items),
    }),
  /** Events beside the messages, newest first. */
  entries: (id: string) =>
    infiniteQueryOptions({
      queryKey: ['conversations', 'entries', id],
      queryFn: ({ pageParam: cursor }) =>
        callApi((client) => client.conversations.entries(id, { limit: 100, sort: '-createdAt', ...pageAt(cursor) })),
      ...paged,
      select: ({ pages }) => pages.flatMap(({ items }) => items),
    }),
  /** Search results: conversations of the user with exactly this ID, then those with the text in messages or title. */
  search: (workspaceId: string, text: string, limit: number) =>
    queryOptions({
      queryKey: ['conversations', 'search', workspaceId, text, limit],
      queryFn: async ({ signal }) => {
        const find = (filter: ConversationListParams) =>
          callApi((client) =>
            client.conversations.list({ workspaceId, limit, sort: '-lastMessageAt', ...filter }, { signal }),
          );
        const [ofUser, titled] = await Promise.all([find({ userId: text }), find({ q: text })]);
        const byId = new Map([...ofUser.items, ...titled.items].map((each) => [each._id, each]));
        return { items: [...byId.values()].slice(0, limit), hasMore: titled.nextCursor !== null };
      },
      placeholderData: keepPreviousData,
    }),
  /** The number of conversations of a user. */
  ofUser: (workspaceId: string, userId: string) =>
    queryOptions({
      queryKey: ['conversations', 'of-user', workspaceId, userId],
      queryFn: () =>
        callApi((client) => client.conversations.list({ workspaceId, userId, limit: 1, includeTotal: true })),
      select: ({ total }) => total,
      staleTime: 0,
    }),
};

/** Updates a conversation on every page that shows it. */
export function keepConversation(answer: { data: Conversation; etag: string | undefined }): void {
  const { queryKey } = conversationQueries.one(answer.data._id);
  queryClient.setQueryData(queryKey, (old) => (old === undefined ? undefined : { ...old, ...answer }));
  forgetConversationLists();
}

/** Reloads a conversation. */
export const renewConversation = (id: string) =>
  queryClient.invalidateQueries({ queryKey: conversationQueries.one(id).queryKey });

/** Reloads the messages of a conversation, and drops an answer on its way. A list that failed waits for the user. */
export async function renewMessages(id: string): Promise<void> {
  const { queryKey } = conversationQueries.messages(id);
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({
    queryKey,
    predicate: ({ state }) => state.data !== undefined || state.error === null,
  });
}

/** Marks every conversation list as stale. */
export function forgetConversationLists(): void {
  for (const lists of ['list', 'latest']) void queryClient.invalidateQueries({ queryKey: ['conversations', lists] });
}
