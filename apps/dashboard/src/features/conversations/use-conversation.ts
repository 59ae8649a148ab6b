import type { Conversation, Message, Parley } from '@parley/sdk';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { callApi } from '../../api/client.ts';
import { conversationQueries, keepConversation, keepMessage, renewMessages } from '../../api/conversation-queries.ts';
import { toastProblem } from '../../ui/toast.ts';
import { mergeMessages } from '../chat/turn-events.ts';
import { useTurn } from '../chat/use-turn.ts';

/** One conversation and its loaded messages, kept up to date while the page is open. */
export function useConversation(id: string) {
  const conversation = useQuery(conversationQueries.one(id));
  const messages = useInfiniteQuery(conversationQueries.messages(id));
  const turn = useTurn();
  useFollowing({ conversation: conversation.data?.conversation, readAt: conversation.dataUpdatedAt, turn });
  useNews(conversation.data?.conversation);
  const listed = messages.data;
  const all = useMemo(() => listed && mergeMessages(listed, turn.messages), [listed, turn.messages]);
  const retry = () => void Promise.all([conversation.refetch(), messages.refetch()]);
  return { stored: conversation.data, error: conversation.error ?? messages.error, retry, messages, all, turn, id };
}

/** The result of `useConversation`. */
export type ConversationView = ReturnType<typeof useConversation>;

/**
 * Follows each streaming reply once, no matter who requested it. After a lost connection it follows again once the
 * conversation has been read since (`readAt`, ms since 1970) and the reply is still streaming.
 */
function useFollowing({
  conversation,
  readAt,
  turn: { isRunning, run, clear },
}: {
  conversation: Conversation | undefined;
  readAt: number;
  turn: ReturnType<typeof useTurn>;
}): void {
  const followed = useRef<{ readonly answer: string; lostAt?: number }>(undefined);
  const answer = conversation?.turn ?? undefined;
  const id = conversation?._id;
  useEffect(() => {
    if (id === undefined || answer === undefined || isRunning) return;
    const { answer: last, lostAt = Number.POSITIVE_INFINITY } = followed.current ?? {};
    if (last === answer && readAt <= lostAt) return;
    const following: typeof followed.current = { answer };
    followed.current = following;
    void run((client, options) => client.conversations.follow(id, options)).then(
      async ({ isTaken, isWhole, isReplaced }) => {
        // The user did not ask for this stream, and polling loads the messages anyway: drop the failure. A newer turn
        // stays.
        if (!isTaken && !isReplaced) clear();
        // A lost stream is resumed after the next regular poll.
        if (isWhole) await renewConversation(id);
        else following.lostAt = Date.now();
      },
    );
  }, [id, answer, readAt, isRunning, run, clear]);
}

/** Reloads the messages when the conversation shows that they have changed. */
function useNews(conversation: Conversation | undefined): void {
  const seen = useRef<string>(undefined);
  const id = conversation?._id;
  const state = conversation && `${id} ${conversation.updatedAt} ${conversation.turn}`;
  useEffect(() => {
    if (id === undefined || state === undefined) return;
    if (seen.current?.startsWith(`${id} `) && seen.current !== state) void renewMessages(id);
    seen.current = state;
  }, [id, state]);
}

const renewConversation = (id: string) =>
  callApi((client) => client.conversations.retrieve(id).withResponse()).then(keepConversation, () => undefined);

/** The actions on a conversation. */
export function useActions({ id, turn }: Pick<ConversationView, 'id' | 'turn'>) {
  const state = useMutation({
    mutationFn: (change: 'takeOver' | 'release' | 'close' | 'reopen' | 'cancel') =>
      callApi((client: Parley) => client.conversations[change](id).withResponse()),
    onSuccess: keepConversation,
    onError: toastProblem,
  });
  return {
    change: state.mutate,
    changing: state.isPending ? state.variables : undefined,
    /** Retries the last reply. */
    retry: async (message: Message) => {
      await turn.run((client, options) => client.messages.retryStream(message._id, {}, options));
      await renewMessages(id);
      await renewConversation(id);
    },
    /** Replies in the agent's place; resolves to whether the reply was accepted. */
    reply: async (content: string): Promise<boolean> => {
      try {
        const { message } = await callApi((client) => client.messages.send(id, { content, role: 'human' }));
        keepMessage(message);
        await renewConversation(id);
        return true;
      } catch (error) {
        toastProblem(error);
        return false;
      }
    },
  };
}
