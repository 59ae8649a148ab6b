import type { Conversation, ListedConversation } from '@parley/sdk';
import { useMe } from '../../../api/workspace.ts';
import css from './status.module.css';
import { waitsFor } from './waits-for.ts';

/** The labels of the conversation statuses. */
export const statusLabels: Record<Conversation['status'], string> = {
  open: 'Open',
  human: 'Taken over',
  closed: 'Closed',
};

/** True if a conversation waits for a person to take over: it was handed over, and no person has it yet. */
export const isWaiting = ({ status, takenBy }: Pick<Conversation, 'status' | 'takenBy'>): boolean =>
  status === 'human' && takenBy === null;

type LastMessage = ListedConversation['lastMessage'];

/**
 * Shows who replies in a conversation (the agent, a person, or no one once it is closed), and if a reply is streaming.
 * In a list it also shows if the person who has taken over has to write next.
 */
export function ConversationStatus(
  props: Pick<Conversation, 'status' | 'takenBy' | 'turn'> & { lastMessage?: LastMessage | undefined },
) {
  const { status, takenBy, turn, lastMessage } = props;
  const me = useMe();
  const waits = isPersonNext({ status, takenBy, lastMessage });
  const words = waits ? waitsFor(takenBy, me.user._id) : statusLabels[status];
  return (
    <span className={css['status']} data-status={waits ? 'waiting' : status} data-busy={turn !== null || undefined}>
      {turn !== null ? 'Answering' : words}
    </span>
  );
}

/**
 * True if a person has to write next: no person has the conversation yet, or one has and the visitor spoke last. A reply
 * that failed told the visitor nothing.
 */
const isPersonNext = ({ status, takenBy, lastMessage }: Waiting): boolean =>
  isWaiting({ status, takenBy }) ||
  (status === 'human' && (lastMessage?.role === 'user' || lastMessage?.status === 'failed'));

type Waiting = Pick<Conversation, 'status' | 'takenBy'> & { lastMessage?: LastMessage | undefined };

/** In a list: chips for what is out of the ordinary, and nothing for a conversation that its agent leads. */
export function Exceptions({ lastMessage, rating, turn, ...conversation }: ListedConversation) {
  const waits = isPersonNext({ ...conversation, lastMessage });
  return (
    <>
      {(turn !== null || waits) && <ConversationStatus {...conversation} turn={turn} lastMessage={lastMessage} />}
      <FailedMark message={lastMessage} />
      {rating === 'negative' && (
        <span className={css['status']} data-status="failed">
          Bad
        </span>
      )}
    </>
  );
}

/** Says that the latest message of a conversation is a reply that failed. */
export function FailedMark({ message }: { message: LastMessage }) {
  if (message?.status !== 'failed') return null;
  return (
    <span className={css['status']} data-status="failed">
      Failed
    </span>
  );
}
