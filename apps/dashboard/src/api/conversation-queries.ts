import type { Conversation, ConversationListParams, Message, Page } from '@parley/sdk';
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from './client.ts';
import { pageAt, paged } from './paged.ts';
import { queryClient } from './queries.ts';
import { renewedEvery } from './renewed-every.ts';

/** Conversations on one page of the list; further pages load on demand. */
const conversationsPerPage = 30;

/** Messages on one page; older pages load as the user scrolls up. */
const messagesPerPage = 40;

/** Polling intervals of visible pages, in ms. */
const listInterval = 10_000;
const conversationInterval = 3_000;

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
      refetchInterval: renewedEvery(conversationInterval),
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
  /** Search results: conversations of the user with exactly this ID, then those whose messages or title have the text. */
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

/** Updates a message on every page that shows it; an unknown message becomes the newest. */
export function keepMessage(message: Message): void {
  const { queryKey } = conversationQueries.messages(message.conversation);
  queryClient.setQueryData<InfiniteData<Page<Message>>>(
    queryKey,
    (old) => old && { ...old, pages: put(old.pages, message) },
  );
}

function put(pages: readonly Page<Message>[], message: Message): Page<Message>[] {
  const isMessage = ({ _id }: Message) => _id === message._id;
  const isKnown = pages.some(({ items }) => items.some(isMessage));
  return pages.map((page, index) => {
    const items = isKnown ? page.items.map((each) => (isMessage(each) ? message : each)) : [message, ...page.items];
    return isKnown || index === 0 ? ({ ...page, items } as Page<Message>) : page;
  });
}

/** Reloads the messages of a conversation. */
export const renewMessages = (id: string) =>
  queryClient.invalidateQueries({ queryKey: conversationQueries.messages(id).queryKey });

/** Marks every conversation list as stale. */
export const forgetConversationLists = () =>
  void queryClient.invalidateQueries({ queryKey: ['conversations', 'list'] });
