import type { Message } from '@parley/sdk';
import type { ReactNode } from 'react';
import { MessageItem } from './message.tsx';

/**
 * Messages in order. `onRetry` retries the last reply if it failed or was cancelled; pass it only if the user may retry
 * now. `feedbackOf` renders the feedback of a message, `deliveryOf` how far it has come. `found` is the ID of the one that a search found.
 */
export function MessageList(props: {
  messages: readonly Message[];
  found?: string | undefined;
  authorOf: (message: Message) => string;
  onRetry?: ((message: Message) => unknown) | undefined;
  feedbackOf?: (message: Message) => ReactNode;
  deliveryOf?: ((message: Message) => ReactNode) | undefined;
}) {
  const { messages, found, authorOf, onRetry, feedbackOf, deliveryOf } = props;
  const last = messages.at(-1);
  return messages.map((message) => (
    <MessageItem
      key={message._id}
      message={message}
      author={authorOf(message)}
      isFound={message._id === found}
      onRetry={onRetry !== undefined && message === last && canRetry(message) ? () => void onRetry(message) : undefined}
      delivery={deliveryOf?.(message)}
      feedback={feedbackOf?.(message)}
    />
  ));
}

const canRetry = ({ role, status }: Message) => role === 'assistant' && (status === 'failed' || status === 'cancelled');
