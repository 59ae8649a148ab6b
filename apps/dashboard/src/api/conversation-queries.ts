import type { Conversation, ConversationListParams, Message, Page } from '@parley/sdk';
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from './client.ts';
import { pageAt, paged } from './paged.ts';
import { queryClient } from './queries.ts';
import { renewedEvery } from './renewed-every.ts';

/** Conversations on a page of the list; more come on demand. */
const conversationsPerPage = 30;

/** Messages that come at once; older ones come as one scrolls up to them. */
const messagesPerPage = 40;

/** How often a page that is looked at asks for news, in milliseconds. */
const listInterval = 10_000;
const conversationInterval = 3_000;

/** A conversation as it is stored, and which version of it. */
export interface StoredConversation {
  readonly conversation: Conversation;
  readonly etag: string | undefined;
}

/** What the pages on conversations ask for. */
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
      // All the pages would be asked for anew: whoever has gone further down is not interrupted.
      refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? listInterval : false),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['conversations', 'one', id],
      queryFn: () => callApi((client) => client.conversations.retrieve(id).withResponse()),
      select: ({ data, etag }): StoredConversation => ({ conversation: data, etag }),
      refetchInterval: renewedEvery(conversationInterval),
    }),
  /** The newest first. */
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
  /** What a text finds: the conversations of the user with just this ID, then those whose title contains it. */
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
  /** How many conversations a user has. */
  ofUser: (workspaceId: string, userId: string) =>
    queryOptions({
      queryKey: ['conversations', 'of-user', workspaceId, userId],
      queryFn: () =>
        callApi((client) => client.conversations.list({ workspaceId, userId, limit: 1, includeTotal: true })),
      select: ({ total }) => total,
      staleTime: 0,
    }),
};

/** Lets every page know what a conversation is now. */
export function keepConversation(answer: { data: Conversation; etag: string | undefined }): void {
  const { queryKey } = conversationQueries.one(answer.data._id);
  queryClient.setQueryData(queryKey, (old) => (old === undefined ? undefined : { ...old, ...answer }));
  forgetConversationLists();
}

/** Lets every page know what a message is now; one that is new is the newest. */
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

/** Asks for the messages of a conversation anew. */
export const renewMessages = (id: string) =>
  queryClient.invalidateQueries({ queryKey: conversationQueries.messages(id).queryKey });

/** Has every list of conversations asked for anew when it is next shown. */
export const forgetConversationLists = () =>
  void queryClient.invalidateQueries({ queryKey: ['conversations', 'list'] });
