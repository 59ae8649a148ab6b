import type { Conversation, ListedConversation } from '@parley/sdk';
import { useMe } from '../../../api/workspace.ts';
import css from './status.module.css';

/** The labels of the conversation statuses. */
export const statusLabels: Record<Conversation['status'], string> = {
  open: 'Open',
  human: 'Taken over',
  closed: 'Closed',
};

/**
 * True if a conversation waits for a person: its agent failed to reply, and no person has taken over
 * yet.
 */
export const isWaiting = ({ status, takenBy }: Pick<Conversation, 'status' | 'takenBy'>): boolean =>
  status === 'human' && takenBy === null;

type LastMessage = ListedConversation['lastMessage'];

/**
 * Shows who replies in a conversation (the agent, a person, or no one once it is closed), and if a reply is streaming.
 * In a list it also shows if a person who has taken over has to write next.
 */
export function ConversationStatus(
  props: Pick<Conversation, 'status' | 'takenBy' | 'turn'> & { lastMessage?: LastMessage | undefined },
) {
  const { status, takenBy, turn, lastMessage } = props;
  const me = useMe();
  const hasNoPerson = isWaiting({ status, takenBy });
  const isNext = lastMessage !== undefined && status === 'human' && lastMessage?.role !== 'human';
  const waits = hasNoPerson || isNext;
  const words = waits ? waitsFor(takenBy === me.user._id) : statusLabels[status];
  return (
    <span className={css['status']} data-status={waits ? 'waiting' : status} data-busy={turn !== null || undefined}>
      {turn !== null ? 'Answering' : words}
    </span>
  );
}

const waitsFor = (isMine: boolean) => (isMine ? 'Waits for you' : 'Waits for a person');

/** Says that the latest message of a conversation is a reply that failed. */
export function FailedMark({ message }: { message: LastMessage }) {
  if (message?.status !== 'failed') return null;
  return (
    <span className={css['status']} data-status="failed">
      Failed
    </span>
  );
}
