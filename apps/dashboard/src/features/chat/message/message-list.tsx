import type { Message } from '@parley/sdk';
import { Fragment, type ReactNode } from 'react';
import { dayBegun } from '../days.ts';
import { MessageItem } from './message.tsx';
import css from './message-list.module.css';

/**
 * Messages in order, apart by day. `before` renders what comes before the message at an index, or after all of them. `onRetry` retries the last reply if it failed or was cancelled; pass it only if the user may retry
 * now. `feedbackOf` renders the feedback of a message, `deliveryOf` how far it has come. `found` is the ID of the one that a search found.
 */
export function MessageList(props: {
  messages: readonly Message[];
  found?: string | undefined;
  authorOf: (message: Message) => string;
  onRetry?: ((message: Message) => unknown) | undefined;
  feedbackOf?: (message: Message) => ReactNode;
  deliveryOf?: ((message: Message) => ReactNode) | undefined;
  before?: (index: number) => ReactNode;
}) {
  const { messages, found, authorOf, onRetry, feedbackOf, deliveryOf, before } = props;
  const last = messages.at(-1);
  const now = Date.now();
  const items = messages.map((message, index) => (
    <Fragment key={message._id}>
      <Day name={dayBegun(message.createdAt, messages[index - 1]?.createdAt, now)} />
      {before?.(index)}
      <MessageItem
        message={message}
        author={authorOf(message)}
        isFound={message._id === found}
        onRetry={
          onRetry !== undefined && message === last && canRetry(message) ? () => void onRetry(message) : undefined
        }
        delivery={deliveryOf?.(message)}
        feedback={feedbackOf?.(message)}
      />
    </Fragment>
  ));
  return [...items, <Fragment key="after">{before?.(messages.length)}</Fragment>];
}

/** Separates the messages of a day from those before. */
function Day({ name }: { name: string | undefined }) {
  return name === undefined ? null : <p className={css['day']}>{name}</p>;
}

const canRetry = ({ role, status }: Message) => role === 'assistant' && (status === 'failed' || status === 'cancelled');
