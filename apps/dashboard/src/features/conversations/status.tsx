import type { Conversation } from '@parley/sdk';
import css from './status.module.css';

/** The labels of the conversation statuses. */
export const statusLabels: Record<Conversation['status'], string> = {
  open: 'Open',
  human: 'Taken over',
  closed: 'Closed',
};

/** Whether a conversation waits for a person: its agent failed to reply, and nobody has taken over yet. */
export const isWaiting = ({ status, takenBy }: Pick<Conversation, 'status' | 'takenBy'>): boolean =>
  status === 'human' && takenBy === null;

/**
 * Who replies in a conversation (the agent, a person, or no one once it is closed), and whether a reply is streaming.
 */
export function ConversationStatus({ status, takenBy, turn }: Pick<Conversation, 'status' | 'takenBy' | 'turn'>) {
  const waits = isWaiting({ status, takenBy });
  return (
    <span className={css['status']} data-status={waits ? 'waiting' : status} data-busy={turn !== null || undefined}>
      {turn !== null ? 'Answering' : waits ? 'Waits for a person' : statusLabels[status]}
    </span>
  );
}
