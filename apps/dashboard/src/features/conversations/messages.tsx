import { Skeleton } from '@mantine/core';
import type { Conversation, Message } from '@parley/sdk';
import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Feedback, FeedbackShown } from '../chat/message/feedback.tsx';
import { MessageList } from '../chat/message/message-list.tsx';
import { Transcript } from '../chat/transcript.tsx';
import { useAgentName } from './badges/agent-name.tsx';
import { useMemberName } from './badges/use-member-name.ts';
import { nameOf } from './details/user-name.ts';
import { useEntries } from './entries/use-entries.ts';
import { keepMessage } from './list/heard.ts';
import css from './messages.module.css';
import type { ConversationView } from './use-conversation.ts';
import { useFoundMessage } from './use-found-message.ts';

const Delivery = lazyNamed(() => import('./deliveries/delivery.tsx').then((module) => module.Delivery));
const Entries = lazyNamed(() => import('./entries/entries.tsx').then((module) => module.Entries));
const Translation = lazyNamed(() => import('./suggest/translation.tsx').then((module) => module.Translation));
const DeliveryWatch = lazyNamed(() => import('./deliveries/delivery-watch.tsx').then((module) => module.DeliveryWatch));

/** The messages of a conversation, the newest last. */
export function Messages(props: {
  view: ConversationView;
  conversation: Conversation;
  mayWrite: boolean;
  onRetry: ((message: Message) => void) | undefined;
}) {
  const { view, conversation, mayWrite, onRetry } = props;
  const { all, messages } = view;
  const agentName = useAgentName(conversation.workspace, conversation.agent) ?? 'Agent';
  const memberName = useMemberName(conversation.workspace);
  const authorOf = ({ role, author }: Message) => {
    if (role === 'user') return nameOf(conversation) ?? 'Visitor';
    return role === 'human' ? memberName(author) : agentName;
  };
  const feedbackOf = (message: Message) => {
    if (message.role === 'user' && mayWrite && message.content !== '')
      return (
        <Suspense>
          <Translation message={message} of={conversation} />
        </Suspense>
      );
    if (!isRateable(message)) return undefined;
    return mayWrite ? <Feedback message={message} onRated={keepMessage} /> : <FeedbackShown message={message} />;
  };
  const { channel } = conversation;
  const deliveryOf = (message: Message) =>
    message.role === 'user' || !isEnded(message) ? undefined : (
      <Suspense>
        <Delivery message={message} mayWrite={mayWrite} />
      </Suspense>
    );
  const mayRetry = mayWrite && conversation.status === 'open' && conversation.turn === null;
  const older = {
    isThere: messages.hasNextPage,
    isLoading: messages.isFetchingNextPage,
    load: () => void messages.fetchNextPage(),
  };
  const entriesAt = useEntries(view.id, all, messages.hasNextPage);
  const before = (index: number) => {
    const entries = entriesAt(index);
    return entries.length === 0 ? null : (
      <Suspense>
        <Entries of={conversation} entries={entries} />
      </Suspense>
    );
  };
  const found = useSearch({ from: '/signed-in/conversations/$conversationId' });
  useFoundMessage(found, all, older);
  return (
    <Transcript label="Messages" first={all?.[0]?._id} older={older} isAtEnd={found.message === undefined}>
      {all === undefined && view.error === null && <MessagesSkeleton />}
      {all?.length === 0 && <p className={css['none']}>No messages yet.</p>}
      {all !== undefined && (
        <MessageList
          messages={all}
          found={found.message}
          authorOf={authorOf}
          onRetry={mayRetry ? onRetry : undefined}
          feedbackOf={feedbackOf}
          deliveryOf={channel === null ? undefined : deliveryOf}
          before={before}
        />
      )}
      {all !== undefined && channel !== null && (
        <Suspense>
          <DeliveryWatch conversation={conversation} channel={channel} messages={all} />
        </Suspense>
      )}
    </Transcript>
  );
}

const isEnded = ({ status }: Message) => status !== 'streaming' && status !== 'requires_action';

const isRateable = (message: Message) => message.role === 'assistant' && isEnded(message) && message.content !== '';

/** Placeholder for the messages while they load. */
export function MessagesSkeleton() {
  return (
    <div className={css['skeleton']} aria-busy="true">
      <Skeleton height={38} width="38%" ml="auto" radius="lg" />
      <Skeleton height={12} width="22%" mt={28} />
      <Skeleton height={12} width="80%" mt={12} />
      <Skeleton height={12} width="72%" mt={8} />
      <Skeleton height={12} width="40%" mt={8} />
    </div>
  );
}
