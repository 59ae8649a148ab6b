import type { Statement } from '../../storage/unit.ts';

/** A conversation as the desk knows it. Times in ms since 1970. */
export interface DeskConversation {
  readonly status: 'open' | 'human' | 'closed';
  readonly takenBy: string | null;
  readonly assignee: string | null;
  readonly team: string | null;
  readonly waitingSince: number | null;
  readonly snoozedUntil: number | null;
}

/** A change of a conversation by the desk, and its entry. */
export interface DeskChange {
  readonly assignee?: string | null;
  readonly takenBy?: string | null;
  readonly snoozedUntil?: null;
  readonly entry: 'assigned' | 'returned';
  /** Why it was returned, and from which person. */
  readonly reason?: string;
  readonly from?: string;
}

/** A decision on a conversation as it is read, and the statements of the same unit of work if it changes. */
export interface ConversationChange {
  decide(conversation: DeskConversation): DeskChange | undefined;
  readonly along: readonly Statement[];
}
