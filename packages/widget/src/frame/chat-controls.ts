import type { ListedConversation } from '@parley/sdk';
import type { PageContext } from '../protocol.ts';
import type { Core } from './conversation/core.ts';
import type { TranscriptOutcome } from './conversation/send-transcript.ts';
import type { Answers, Session, Visit } from './conversation/session.ts';
import type { State } from './conversation/state.ts';

/** The functions that parts of the chat that are loaded later share with it. */
export interface Inside {
  readonly core: Core;
  follow(conversation: string): void;
  /** Does something that fails with a notice. */
  attempt(task: (session: Session) => Promise<unknown>): Promise<unknown>;
}

/** The chat of one channel. */
export interface Chat {
  readonly state: () => State;
  update(part: Partial<State>): void;
  /** Starts the visit, or starts over as another visitor. Nothing of the former one stays on the screen. */
  visit(visit: Visit): void;
  /** Ends the visit until the next one: another window has the chat. Unsent messages stay stored. */
  suspend(): void;
  send(content: string): void;
  /** Fills the composer or sends a text for the page, once the visit, the form and the reply in progress allow it. */
  wish(kind: 'prefill' | 'send', text: string): void;
  /** Forgets the texts of the page that wait. */
  forgetWishes(): void;
  resend(key: string): void;
  /** Sends the answers to the form; returns the problems of fields, by their keys. */
  submitForm(answers: Answers): Promise<Readonly<Record<string, string>>>;
  sendTranscript(email: string, key: string): Promise<TranscriptOutcome>;
  setContext(context: PageContext): void;
  readonly context: () => PageContext;
  /** For the parts of the chat that are loaded later. */
  readonly inside: Inside;
  stop(): void;
  retry(id: string): void;
  rate(id: string, rating: 'positive' | 'negative' | null): void;
  startOver(): void;
  showEarlier(): void;
  /** Shows the visitor's conversations, or more of them. */
  showHistory(): void;
  hideHistory(): void;
  /** True if a conversation has messages that the visitor hasn't seen. */
  isUnread(conversation: ListedConversation): boolean;
  /** Shows another conversation, unless a message is on its way in this one. */
  openConversation(id: string): void;
  setDraft(draft: string): void;
  setOpen(isOpen: boolean): void;
  /** The page was hidden, or is seen again. */
  noteVisibility(): void;
}
