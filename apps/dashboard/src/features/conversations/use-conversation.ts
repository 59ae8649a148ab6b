import { APIError, type Message, type MessageStream, type Parley } from '@parley/sdk';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi } from '../../api/client.ts';
import {
  conversationQueries,
  keepConversation,
  renewConversation,
  type StoredConversation,
} from '../../api/queries/conversation-queries.ts';
import { queryClient } from '../../api/queries.ts';
import { useMe } from '../../api/workspace.ts';
import { toastDone, toastProblem } from '../../ui/toasts/toast.ts';
import { mergeMessages } from '../chat/turn-events.ts';
import { useMemberName } from './badges/use-member-name.ts';
import { useFeed } from './feed.ts';
import { offerUndo } from './inbox/commands/undo.ts';
import { keepMessage, useHeard } from './list/heard.ts';

/** One conversation and its loaded messages, kept up to date while the page is open. */
export function useConversation(id: string) {
  const conversation = useQuery(conversationQueries.one(id));
  const messages = useInfiniteQuery(conversationQueries.messages(id));
  const heard = useHeard(id);
  useFeed(id, conversation.data !== undefined);
  const [read, told, listed] = [conversation.data, heard.conversation, messages.data];
  const stored = useMemo((): StoredConversation | undefined => {
    // Events have no ETag. With an earlier one a change is refused, and retried on the current version.
    const isNewer = read && told && told.updatedAt > read.conversation.updatedAt;
    return isNewer ? { ...read, conversation: told } : read;
  }, [read, told]);
  const all = useMemo(() => listed && mergeMessages(listed, within(listed, heard.messages)), [listed, heard.messages]);
  const retry = () => void Promise.all([conversation.refetch(), messages.refetch()]);
  return { stored, error: conversation.error ?? messages.error, retry, messages, all, id };
}

/** A change of who answers; `answer` gives the conversation back and lets the agent reply to the last message. */
type Transition = 'takeOver' | 'release' | 'answer' | 'close' | 'reopen' | 'cancel';

/** The result of `useConversation`. */
export type ConversationView = ReturnType<typeof useConversation>;

/** The messages that aren't older than the list. The older ones come with their page. */
function within(listed: readonly Message[], heard: readonly Message[]): readonly Message[] {
  const oldest = listed.at(-1);
  return oldest === undefined ? heard : heard.filter(({ createdAt }) => createdAt >= oldest.createdAt);
}

/** The actions on a conversation. */
export function useActions({ id, all, stored }: Pick<ConversationView, 'id' | 'all' | 'stored'>) {
  const { user } = useMe();
  const from = stored?.conversation.takenBy ?? null;
  const memberName = useMemberName(stored?.conversation.workspace ?? '');
  /** Tells a failure; to one who was slower, the name of the faster person. */
  const toast = (error: unknown) => {
    const holder = error instanceof APIError && error.code === 'conversation_taken_over' && error.details?.[0]?.message;
    if (!holder) return toastProblem(error);
    void renewConversation(id);
    toastDone(`${memberName(holder)} has this conversation now. Your draft is kept.`, { isLong: true });
  };
  const [undelivered, setUndelivered] = useState<APIError>();
  const [isAsking, setAsking] = useState(false);
  const state = useMutation({
    mutationFn: (change: Transition) =>
      callApi(({ conversations }: Parley) => {
        if (change === 'takeOver') return conversations.takeOver(id, { takenBy: from }).withResponse();
        if (change === 'answer') return conversations.release(id, { answer: true }).withResponse();
        return conversations[change](id).withResponse();
      }),
    onMutate: () => queryClient.getQueryData(conversationQueries.one(id).queryKey)?.data,
    onSuccess: (answer, change, before) => {
      keepConversation(answer);
      setAsking(false);
      if (before !== undefined && (change === 'close' || change === 'release' || change === 'answer'))
        void offerUndo(change === 'close' ? 'close' : 'release', before, user._id);
    },
    onError: toast,
  });
  const retry = useMutation({
    mutationFn: (message: Message) => callApi((client) => begun(client.messages.retryStream(message._id))),
    onError: toastProblem,
  });
  return {
    change: state.mutate,
    changing: state.isPending ? state.variables : undefined,
    /** Gives the conversation back; if its user wrote last, the question comes first whether the agent answers that. */
    giveBack: () => (all?.at(-1)?.role === 'user' ? setAsking(true) : state.mutate('release')),
    /** True while that question is open. */
    isAsking,
    /** Leaves the conversation with its person. */
    keep: () => setAsking(false),
    /** Retries the last reply; undefined while it is being requested. */
    retry: retry.isPending ? undefined : retry.mutate,
    /** Why the last reply of the user would not have reached its recipient; undefined if it was accepted. */
    undelivered,
    /** Replies in the agent's place; resolves to whether the reply was accepted. */
    reply: async (content: string): Promise<boolean> => {
      try {
        const { message } = await callApi((client) => client.messages.send(id, { content, role: 'human' }));
        setUndelivered(undefined);
        keepMessage(message);
        return true;
      } catch (error) {
        const isTold = error instanceof APIError && error.code === 'undeliverable';
        setUndelivered(isTold ? error : undefined);
        if (!isTold) toast(error);
        return false;
      }
    },
  };
}

/** Keeps a reply that has begun, and leaves its stream: the feed has the rest. */
async function begun(stream: MessageStream): Promise<void> {
  for await (const event of stream) {
    if (event.type === 'message.created') keepMessage(event.message);
    return;
  }
}
