import type { Message } from '@parley/sdk';
import type { PageContext } from '../../protocol.ts';
import type { Session } from './session.ts';
import { isSeen, type State, unreadAfter } from './state.ts';

/** Callbacks from the chat to its surroundings. */
export interface Listener {
  onChange(state: State): void;
  /** The number of replies that the visitor hasn't seen. */
  onUnread(count: number): void;
  /** A message was sent, or a reply is complete. */
  onMessage(message: Message): void;
  onError(code: string, message: string): void;
}

/** State and functions that the parts of a chat share. */
export interface Core {
  readonly state: State;
  readonly listener: Listener;
  /** Undefined before the visit is open. */
  session: Session | undefined;
  /** Ends what belongs to the visit. */
  visiting: AbortController;
  /** Ends what belongs to the conversation. */
  following: AbortController;
  /** Context of the page around the chat. */
  context: PageContext;
  /** The conversation that messages go to; null before the first one. */
  readonly conversation: string | null;
  update(part: Partial<State>): void;
  /** Notes the last seen message, and counts unseen replies. */
  count(): void;
  /** Says that there is no chat any more, and why. */
  refuse(code: string, message: string): void;
}

/** Creates the shared part of a chat. */
export function createCore(state: State, listener: Listener): Core {
  let unread = 0;
  const core: Core = {
    get state() {
      return state;
    },
    get conversation() {
      return core.session?.kept.conversation ?? null;
    },
    listener,
    context: {},
    session: undefined,
    visiting: new AbortController(),
    following: new AbortController(),
    update: (part) => {
      state = { ...state, ...part };
      listener.onChange(state);
    },
    count: () => {
      const { messages } = state.transcript;
      const { session } = core;
      const seen = session?.kept.seen ?? null;
      const last = messages.findLast(({ status }) => status !== 'streaming');
      // Messages from another device weren't missed here.
      const sees = isSeen(state) || seen === null;
      if (last !== undefined && sees && last._id !== seen) session?.keepSeen(last);
      const now = sees ? 0 : unreadAfter(messages, seen);
      if (now !== unread) listener.onUnread(now);
      unread = now;
    },
    refuse: (code, message) => {
      core.following.abort();
      listener.onError(code, message);
      core.update({ phase: 'refused', refusal: code });
    },
  };
  return core;
}
