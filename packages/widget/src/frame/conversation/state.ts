import type { ListedConversation, Message } from '@parley/sdk';
import { noSettings, type Settings } from '../settings.ts';
import type { Outgoing } from './outbox.ts';
import type { Answers } from './session.ts';
import { emptyTranscript, type Transcript } from './transcript.ts';

/** The list of the visitor's conversations. */
export interface History {
  readonly items: readonly ListedConversation[];
  /** Cursor of the older ones; null if all are loaded. */
  readonly cursor: string | null;
}

/** All that the chat shows. */
export interface State {
  /** Undefined while there is neither a chat nor a refusal: it is being loaded. */
  readonly phase: 'loading' | 'ready' | 'refused';
  readonly refusal: string;
  readonly settings: Settings;
  readonly transcript: Transcript;
  /** Cursor of the earlier messages; null if all are loaded. */
  readonly earlier: string | null;
  /** True if the messages of a resumed conversation are still to come. */
  readonly resuming: boolean;
  readonly outgoing: readonly Outgoing[];
  /** True if the visitor has conversations beside the current one. */
  readonly hasOthers: boolean;
  /** The list of the visitor's conversations, while it is shown. */
  readonly history: History | undefined;
  /** Answers to the form of the channel; null if the visitor has given none. */
  readonly answers: Answers | null;
  readonly draft: string;
  readonly isConnected: boolean;
  readonly isOnline: boolean;
  /** A sentence about the last action that didn't succeed. */
  readonly notice: string | undefined;
  /** The next announcement for screen readers. */
  readonly announcement: string;
  /** True if the visitor sees the chat. */
  readonly isOpen: boolean;
  /** True if the visitor has muted the sounds. */
  readonly isMuted: boolean;
  /** True if a host page shows the chat in its panel, which can be closed. */
  readonly isPanel: boolean;
}

export const initialState: State = {
  phase: 'loading',
  refusal: '',
  settings: noSettings,
  transcript: emptyTranscript,
  earlier: null,
  resuming: false,
  outgoing: [],
  hasOthers: false,
  history: undefined,
  answers: null,
  draft: '',
  isConnected: true,
  isOnline: true,
  notice: undefined,
  announcement: '',
  isOpen: true,
  isMuted: false,
  isPanel: false,
};

/** True if the visitor sees new replies now. */
export const isSeen = ({ isOpen, history }: Pick<State, 'isOpen' | 'history'>): boolean =>
  isOpen && history === undefined && document.visibilityState === 'visible';

/** Returns the number of replies that the visitor hasn't seen: those after the last seen message. */
export function unreadAfter(messages: readonly Message[], seen: string | null): number {
  const from = messages.findIndex(({ _id }) => _id === seen) + 1;
  return messages.slice(from).filter(({ role, status }) => role !== 'user' && status !== 'streaming').length;
}

/** Returns the number of characters beyond the limit; at most 0 if the message may be sent. */
export const excessOf = ({ settings }: Pick<State, 'settings'>, content: string): number =>
  [...content].length - settings.messageLength;

/** True if a message can be sent now: the former one has arrived, and its reply has ended. */
export const canSend = (state: State, content: string): boolean =>
  state.phase === 'ready' &&
  !state.resuming &&
  content.trim() !== '' &&
  excessOf(state, content) <= 0 &&
  writing(state.transcript) === undefined &&
  state.outgoing.every(({ state }) => state !== 'sending');

/** True if people have the conversation, and the visitor waits for an answer. */
export const isWaiting = ({ transcript: { conversation } }: Pick<State, 'transcript'>): boolean =>
  conversation?.status === 'human' && conversation.waitingSince !== null;

/** The reply that is being written, if one is. */
export const writing = ({ messages }: Transcript): Message | undefined =>
  messages.find(({ status }) => status === 'streaming');
