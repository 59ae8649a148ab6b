import type { Conversation } from '@parley/sdk';
import css from './status.module.css';

/** The labels of the conversation statuses. */
export const statusLabels: Record<Conversation['status'], string> = {
  open: 'Open',
  human: 'Taken over',
  closed: 'Closed',
};

/**
 * Who replies in a conversation (the agent, a person, or no one once it is closed), and whether a reply is streaming.
 */
export function ConversationStatus({ status, turn }: Pick<Conversation, 'status' | 'turn'>) {
  return (
    <span className={css['status']} data-status={status} data-busy={turn !== null || undefined}>
      {turn === null ? statusLabels[status] : 'Answering'}
    </span>
  );
}
