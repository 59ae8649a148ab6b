import type { ListedConversation } from '@parley/sdk';
import { createContext } from 'react';

/** The part of the list, beside it or behind it, that an open conversation needs. */
export interface Inbox {
  /** The loaded conversations, in the order of the list. */
  readonly conversations: readonly ListedConversation[];
  /** Opens a conversation of the list; without one, goes back to the list. */
  open(next: ListedConversation | undefined): void;
}

/** The inbox around an open conversation. */
export const InboxContext = createContext<Inbox>({ conversations: [], open: () => {} });
