import type { Conversation } from '@parley/sdk';
import css from './status.module.css';

/** What the states of a conversation are called. */
export const statusLabels: Record<Conversation['status'], string> = {
  open: 'Open',
  human: 'Taken over',
  closed: 'Closed',
};

/** Who answers in a conversation: its agent, a person, or nobody any more; and whether an answer is being written. */
export function ConversationStatus({ status, turn }: Pick<Conversation, 'status' | 'turn'>) {
  return (
    <span className={css['status']} data-status={status} data-busy={turn !== null || undefined}>
      {turn === null ? statusLabels[status] : 'Answering'}
    </span>
  );
}
